"""English step rules, one row a sentence: (text, actions, targets, conditions, results, cautions); None for "not
looked at"."""

from __future__ import annotations

import pytest

from llama_index_layout_rag.steps.extraction import analyze_step
from llama_index_layout_rag.steps.vocabulary import StepVocabulary

STEPS = [
    ("When it is cold, always wear wool gloves.", ["wear"], ["wool gloves"], ["When it is cold"], [], []),
    ("Press and hold BACK.", ["press", "hold"], ["BACK"], [], [], []),
    ("Turn OFF the breaker.", ["turn off"], ["breaker"], [], [], []),
    ("Hold the unit level during transport.", ["hold"], None, ["during transport"], [], []),
    ("Tidy a chosen drawer.", ["tidy"], ["chosen drawer"], [], [], []),
    ("Select the Billing category.", ["select"], ["Billing"], [], [], []),
    ("Tap three times.", ["tap"], [], [], [], []),
    ("Add below names to the guest list.", ["add"], ["names"], [], [], []),
    ("Clear it by pressing C or by holding D.", ["clear", "press", "hold"], ["C", "D"], [], [], []),
    ("Open a shell and run ./configure.", ["open", "run"], ["shell", "./configure"], [], [], []),
    ("After you finish, close the browser.", ["close"], ["browser"], ["After you finish"], [], []),
    ("Fines are to be posted today.", ["post"], ["Fines"], [], [], []),
    ("Spray the rail and wipe dry.", ["spray", "wipe"], ["rail"], [], [], []),
    ("Tune the A string.", ["tune"], ["A string"], [], [], []),
    # how it is done is no action of its own
    ("Wearing a mask, carefully open the bag.", ["open"], ["bag"], [], [], []),
    ("Throw away any soup left in the pot.", ["throw away"], ["soup"], [], [], []),
    ("Scroll down and expand Advanced.", ["scroll", "expand"], ["Advanced"], [], [], []),
    ("Twist the wires together gently.", ["twist together"], ["wires"], [], [], []),
    ("Press SET; the unit enters test mode.", ["press"], ["SET"], [], ["the unit enters test mode"], []),
    ("Use the Cash and Card slots to feed the till.", ["use", "feed"], ["Cash", "Card slots", "till"], [], [], []),
    ("Confirm that the lamp blinks twice.", ["confirm"], ["lamp"], [], [], []),
    ("Note that you must restart the pump.", ["restart"], ["pump"], [], [], []),
    ("Enter at least four digits.", ["enter"], ["digits"], [], [], []),
    (
        "Be careful not to scratch the disc, and let the oven cool.",
        ["let"],
        ["oven"],
        [],
        [],
        ["Be careful not to scratch the disc"],
    ),
    ("After the dough has cooled, cut it.", ["cut"], ["dough"], ["After the dough has cooled"], [], []),
    ("Take the cup, empty and rinse it.", ["take", "empty", "rinse"], ["cup"], [], [], []),
    ("Open the blow down valve.", ["open"], ["blow down valve"], [], [], []),
    ("Wipe the rail inside the cabinet.", ["wipe"], ["rail"], [], [], []),
    ("Begin by opening the hatch.", ["open"], ["hatch"], [], [], []),
    ("Select Guest or User.", ["select"], ["Guest", "User"], [], [], []),
    ("Without lifting the lid, turn it.", ["turn"], ["lid"], [], [], []),
    ("It is recommended that you back up the disk.", ["back up"], ["disk"], [], [], []),
    # lists of things and lists of operations
    ("File orders, labels, and receipts in the folder.", ["file"], ["orders", "labels", "receipts"], [], [], []),
    ("Swab the port and let dry.", ["swab", "let"], ["port"], [], [], []),
    ("See Figure 3 and solder the pins.", ["solder"], ["pins"], [], [], []),
    ("(Optional) Enter a comment.", ["enter"], ["comment"], [], [], []),
    ("To list the files, just type: ls -l", ["type"], ["ls -l"], [], [], []),
    # what is acted on and how
    ("Write the number of boxes on the form.", ["write"], ["number"], [], [], []),
    ("Type the number of sheets in the Copies field.", ["type"], ["Copies"], [], [], []),
    ("Push down hard on the lid.", ["push down"], [], [], [], []),
    ("Check the totals match the invoice.", ["check"], ["totals"], [], [], []),
    ("If the seat has a strap, attach it.", ["attach"], ["strap"], ["If the seat has a strap"], [], []),
    ("Hover over the chart.", ["hover"], ["chart"], [], [], []),
    ("Keep out of the sun.", ["keep"], [], [], [], []),
    ("Log out of the console.", ["log out"], ["console"], [], [], []),
    ("Stop the drip at once and call a nurse.", ["stop", "call"], ["drip", "nurse"], [], [], []),
    # what must be done with a thing
    ("The carton must be folded up.", ["fold up"], ["carton"], [], [], []),
    (
        "If the needle sticks, the gauge is worn and must be replaced.",
        ["replace"],
        ["gauge"],
        ["If the needle sticks"],
        [],
        [],
    ),
    # a condition of a warning is one of the step
    (
        "Never open the cap when the tank is hot. Wait until it is cold, then remove the cap.",
        ["wait", "remove"],
        ["cap"],
        ["when the tank is hot", "until it is cold"],
        [],
        ["Never open the cap when the tank is hot"],
    ),
    # "tab", "page" and "key" name a kind of control only on a screen or keyboard
    ("Pull the green tab and print a test page.", ["pull", "print"], ["green tab", "test page"], [], [], []),
    ("Generate a host key.", ["generate"], ["host key"], [], [], []),
    ("Pressing the F2 key opens the editor.", ["press"], ["F2"], [], ["opens the editor"], []),
    ("Close the Summary window.", ["close"], ["Summary"], [], [], []),
    # clauses of time in clauses of time, how often is no condition
    ("Run it until it is warm before adding oil.", ["run"], [], ["until it is warm", "before adding oil"], [], []),
    ("Rinse the screen at least once a month.", ["rinse"], ["screen"], [], [], []),
    ("Grease the shaft weekly.", ["grease"], ["shaft"], [], [], []),
    ("Consult your dealer.", ["consult"], ["dealer"], [], [], []),
    ("Fill the ball by slowly pressing the pump.", ["fill", "press"], ["ball", "pump"], [], [], []),
    ("Equilibrate the column and half-close the tap.", ["equilibrate", "half-close"], ["column", "tap"], [], [], []),
    ("Incubate inverted.", ["incubate"], [], [], [], []),
    (
        "Start the copy. If you copy it again, the old file will be replaced.",
        ["start"],
        ["copy"],
        ["If you copy it again"],
        ["the old file will be replaced"],
        [],
    ),
    # a noun as often as a verb, joined to another verb with a bare object
    ("Close valve A and open valve B.", ["close", "open"], ["valve A", "valve B"], [], [], []),
    (
        "Shut the tap; remove and rinse water hoses.",
        ["shut", "remove", "rinse"],
        ["tap", "water hoses"],
        [],
        [],
        [],
    ),
    ("Connect power and, within 30 seconds, press Reset.", ["connect", "press"], ["power", "Reset"], [], [], []),
    ("Count and reweigh the parts.", ["count", "reweigh"], ["parts"], [], [], []),
    # amounts, sizes and how often
    ("Remove the two M5 bolts holding the bracket.", ["remove"], ["M5 bolts"], [], [], []),
    ("Wipe the lens dry.", ["wipe"], ["lens"], [], [], []),
    # names of commands that hold a preposition, paths behind another name
    # what is done by somebody else, what is checked, what is done meanwhile
    ("Insert the card, making sure that it clicks.", ["insert", "make sure"], ["card"], [], [], []),
    ("Hold the ring while turning the dial.", ["hold", "turn"], ["ring", "dial"], [], [], []),
    (
        "Join the halves by lifting the tab and pushing it in.",
        ["join", "lift", "push in"],
        ["halves", "tab"],
        [],
        [],
        [],
    ),
    # situations limit when, places do not
    ("In an emergency, pull the cord.", ["pull"], ["cord"], ["In an emergency"], [], []),
    ("At the end of the shift, empty the bin.", ["empty"], ["bin"], ["At the end of the shift"], [], []),
    ("During playback, press Menu.", ["press"], ["Menu"], ["During playback"], [], []),
    ("In this case, press Stop.", ["press"], ["Stop"], [], [], []),
    ("When the siren sounds, silence it.", ["silence"], ["siren"], ["When the siren sounds"], [], []),
    ("Upon hearing the bell, muster at the stern.", ["muster"], [], ["Upon hearing the bell"], [], []),
    # what pressing something does
    ("Pressing F9 recalculates the sheet.", ["press"], ["F9"], [], ["recalculates the sheet"], []),
    ("By pulling the lever, the door is unlocked.", ["pull"], ["lever"], [], ["the door is unlocked"], []),
    ("Warm the bar. This softens the glue.", ["warm"], ["bar"], [], ["This softens the glue"], []),
    ("Check the lamp. Table 3 shows the colours.", ["check"], ["lamp"], [], [], []),
    # persons in other roles
    # captions printed behind a step
    ("Click Settings. Figure 2-1 Settings screen", ["click"], ["Settings"], [], [], []),
    ("Click OK. The list opens. Figure 2-1 Settings screen", ["click"], ["OK"], [], ["The list opens"], []),
    # verbs that stand around their object
    ("Slide the battery cover off.", ["slide off"], ["battery cover"], [], [], []),
    ("Key the price in manually.", ["key in"], ["price"], [], [], []),
    ("Roll off the low frequencies below 80 Hz.", ["roll off"], ["low frequencies"], [], [], []),
    ("Press the pedal all the way down.", ["press"], ["pedal"], [], [], []),
    ("Let the water run for a minute.", ["let"], ["water"], [], [], []),
    # what stands behind an object and is no part of it
    ("Repeat steps 3 through 6.", ["repeat"], ["steps 3 through 6"], [], [], []),
    ("In the Effective date box, enter the first day.", ["enter"], ["Effective date"], [], [], []),
    ("Remove the key.", ["remove"], ["key"], [], [], []),
    # verbs that no list holds
    ("Hand-tighten the filter.", ["hand-tighten"], ["filter"], [], [], []),
    # states and triggers
    ("With the dial set to M, turn the ring.", ["turn"], ["ring"], ["With the dial set to M"], [], []),
    ("After cooking, press STOP.", ["press"], ["STOP"], ["After cooking"], [], []),
    ("Attach a danger tag.", ["attach"], ["danger tag"], [], [], []),
    # a warning behind an operation
    ("Close the lid, being careful not to pinch it.", ["close"], ["lid"], [], [], ["being careful not to pinch it"]),
    ("Remove the lid, but do not pull the cord.", ["remove"], ["lid"], [], [], ["do not pull the cord"]),
    ("Wear gloves to avoid cuts.", ["wear"], ["gloves"], [], [], []),
    # instructions behind a place or purpose without comma
    ("In the window that appears select a colour.", ["select"], ["colour"], [], [], []),
    ("To move a shape, drag it.", ["drag"], ["shape"], [], [], []),
    ("Start typing a name.", ["type"], ["name"], [], [], []),
    ("Use only the supplied adapter.", ["use"], ["supplied adapter"], [], [], []),
    # numbers, addresses and states
    (
        "If it is outside 4.9–5.1 V, adjust the trimmer.",
        ["adjust"],
        ["trimmer"],
        ["If it is outside 4.9–5.1 V"],
        [],
        [],
    ),
    ("Go to http://192.0.2.1.", ["go to"], ["http://192.0.2.1"], [], [], []),
    ("Leave the Gateway field blank.", ["leave"], ["Gateway"], [], [], []),
    ("Shut off the water supply.", ["shut off"], ["water supply"], [], [], []),
    ("Strip about 5 mm of insulation.", ["strip"], ["insulation"], [], [], []),
    # labels in front of an instruction
    ("Power supply: Connect the red wire to the terminal.", ["connect"], ["red wire"], [], [], []),
    ("IMPORTANT - Press the stop button first.", ["press"], ["stop"], [], [], []),
    ("Run the following command: make all", ["run"], ["make all"], [], [], []),
    # what is looked at, and what "it" is
    ("Verify that the gauge reads zero.", ["verify"], ["gauge"], [], [], []),
    ("If the lens is dirty, wipe it.", ["wipe"], ["lens"], ["If the lens is dirty"], [], []),
    ("Fix it by tightening the clamp.", ["fix", "tighten"], ["clamp"], [], [], []),
    ("In the Title field, type a short name.", ["type"], ["Title"], [], [], []),
    # particles that end a name or belong to a verb
    ("Log out and log back in.", ["log out", "log in"], [], [], [], []),
    ("Lock out and tag out the feeder.", ["lock out", "tag out"], ["feeder"], [], [], []),
    # a weak word is a verb behind a condition, not in a list of nouns
    ("If the level is low, open valve V-3.", ["open"], ["valve V-3"], ["If the level is low"], [], []),
    ("Label each tube with the sample name and date.", ["label"], ["tube"], [], [], []),
    ("Remove gloves and wash hands.", ["remove", "wash"], ["gloves", "hands"], [], [], []),
    ("Release the lever and wait 10 seconds.", ["release", "wait"], ["lever"], [], [], []),
    ("Apply a thin layer of thermal paste.", ["apply"], ["thermal paste"], [], [], []),
    ("Close all valves prior to starting the pump.", ["close"], ["valves"], ["prior to starting the pump"], [], []),
    ("Click Next → the summary page appears.", ["click"], ["Next"], [], ["the summary page appears"], []),
    ("Depending on your plan, choose Basic or Pro.", ["choose"], ["Basic", "Pro"], [], [], []),
    # what a person in a role does, what is said to be necessary
    ("The operator shall wear gloves at all times.", ["wear"], ["gloves"], [], [], []),
    ("The technician must record the reading in the log.", ["record"], ["reading"], [], [], []),
    ("It is necessary to press the reset button.", ["press"], ["reset"], [], [], []),
    # things and amounts
    ("First, remove the back panel.", ["remove"], ["back panel"], [], [], []),
    ("Slowly pour 20 ml of the solution into the beaker.", ["pour"], ["solution"], [], [], []),
    # names, quotation marks, kinds of control
    ('Click the "Save" button.', ["click"], ["Save"], [], [], []),
    ("Press [OK].", ["press"], ["OK"], [], [], []),
    ("Tap **Send** to continue.", ["tap"], None, [], [], []),
    ("Press the Enter key.", ["press"], ["Enter"], [], [], []),
    ("Press Ctrl+S.", ["press"], ["Ctrl+S"], [], [], []),
    ("Open the ‘Network’ tab.", ["open"], ["Network"], [], [], []),
    ("Open config.ini in a text editor.", ["open"], ["config.ini"], [], [], []),
    # menu paths
    ("Select File > Print.", ["select"], ["File", "Print"], [], [], []),
    ("Go to [Settings] > [Display].", ["go to"], ["Settings", "Display"], [], [], []),
    ("Choose Tools → Options from the menu bar.", ["choose"], ["Tools", "Options"], [], [], []),
    # several actions
    ("Remove the four screws and lift off the cover.", ["remove", "lift off"], ["screws", "cover"], [], [], []),
    ("Turn the knob, then pull out the drawer.", ["turn", "pull out"], ["knob", "drawer"], [], [], []),
    (
        "Switch off the pump, unplug the cable, and drain the tank.",
        ["switch off", "unplug", "drain"],
        ["pump", "cable", "tank"],
        [],
        [],
        [],
    ),
    ("Press and hold the power button for five seconds.", ["press", "hold"], ["power"], [], [], []),
    ("Type your password and press Return.", ["type", "press"], ["password", "Return"], [], [], []),
    # coordinated objects and modifiers
    ("Clean the lid and the filter with water.", ["clean"], ["lid", "filter"], [], [], []),
    ("Enter the name, address and phone number.", ["enter"], ["name", "address", "phone number"], [], [], []),
    ("Loosen the upper and lower brackets.", ["loosen"], ["upper and lower brackets"], [], [], []),
    # particles
    ("Turn on the radio.", ["turn on"], ["radio"], [], [], []),
    ("Turn the radio off.", ["turn off"], ["radio"], [], [], []),
    ("Log in to the console.", ["log in"], ["console"], [], [], []),
    ("Plug in the power cord.", ["plug in"], ["power cord"], [], [], []),
    ("Click on the Start icon.", ["click"], ["Start"], [], [], []),
    # conditions
    ("If the lamp is red, stop the machine.", ["stop"], ["machine"], ["If the lamp is red"], [], []),
    ("When the timer reaches zero, open the door.", ["open"], ["door"], ["When the timer reaches zero"], [], []),
    ("Once the upload is complete, close the window.", ["close"], None, ["Once the upload is complete"], [], []),
    ("Tighten the bolt until it stops.", ["tighten"], ["bolt"], ["until it stops"], [], []),
    ("Unless the pressure is zero, open the valve.", ["open"], ["valve"], ["Unless the pressure is zero"], [], []),
    ("Replace the battery if the display stays dark.", ["replace"], ["battery"], ["if the display stays dark"], [], []),
    ("Before cleaning the unit, remove the blade.", ["remove"], ["blade"], ["Before cleaning the unit"], [], []),
    ("If necessary, adjust the height.", ["adjust"], ["height"], ["If necessary"], [], []),
    (
        "If the light is off and the door is closed, press Reset.",
        ["press"],
        ["Reset"],
        ["If the light is off and the door is closed"],
        [],
        [],
    ),
    # results
    ("When you click Search, the results appear.", ["click"], ["Search"], [], ["the results appear"], []),
    ("Click Next. The summary page appears.", ["click"], ["Next"], [], ["The summary page appears"], []),
    ("Pressing the green button starts the motor.", ["press"], ["green"], [], ["starts the motor"], []),
    ("Press Start, and the LED will flash.", ["press"], ["Start"], [], ["the LED will flash"], []),
    ("The lid opens when you push the lever.", ["push"], ["lever"], [], ["The lid opens"], []),
    # told in other forms
    ("You must press the reset switch.", ["press"], ["reset switch"], [], [], []),
    ("You will need to replace the cartridge.", ["replace"], ["cartridge"], [], [], []),
    ("The valve must be closed.", ["close"], ["valve"], [], [], []),
    ("Make sure the cable is connected.", ["make sure"], ["cable"], [], [], []),
    ("Ensure that the guard is in place.", ["ensure"], ["guard"], [], [], []),
    ("Be sure to attach the strap.", ["attach"], ["strap"], [], [], []),
    ("Don't forget to save the file.", ["save"], ["file"], [], [], []),
    ("To change the unit, press Mode.", ["press"], ["Mode"], [], [], []),
    ("Use the arrow keys to move the cursor.", ["use", "move"], None, [], [], []),
    ("Please enter the code.", ["enter"], ["code"], [], [], []),
    ("After removing the cover, disconnect the fan.", ["remove", "disconnect"], ["cover", "fan"], [], [], []),
    ("From the Home screen, tap the Camera icon.", ["tap"], ["Camera"], [], [], []),
    ("In the dialog, select a printer and click OK.", ["select", "click"], ["printer", "OK"], [], [], []),
    ("Carefully slide the tray into the slot.", ["slide"], ["tray"], [], [], []),
    ("You might try restarting the device.", ["restart"], ["device"], [], [], []),
    ('Enter a value in the "Rate" field.', ["enter"], ["Rate"], [], [], []),
    ("Select a link (or press the Insert key).", ["select", "press"], ["link", "Insert"], [], [], []),
    ("If the run succeeds the icon will turn green, so click Close.", ["click"], ["Close"], None, None, []),
    ("Whisk the eggs and melt the butter.", ["whisk", "melt"], ["eggs", "butter"], [], [], []),
    ("Step 1: Click OK.", ["click"], ["OK"], [], [], []),
    ("Note: Press the reset button twice.", ["press"], ["reset"], [], [], []),
    # cautions beside instructions
    ("Tighten the screws. Do not overtighten them.", ["tighten"], ["screws"], [], [], ["Do not overtighten them"]),
    (
        "Lift the battery. Be careful not to bend the pins.",
        ["lift"],
        ["battery"],
        [],
        [],
        ["Be careful not to bend the pins"],
    ),
    ("Weigh 5 g of salt and dissolve it in water.", ["weigh", "dissolve"], None, [], [], []),
    ("Incubate the plate at 37 °C for 2 hours.", ["incubate"], ["plate"], [], [], []),
    ("Lubricate the chain with oil.", ["lubricate"], ["chain"], [], [], []),
]

NO_STEPS = [
    "The results appear.",
    "Fold - folds the printed leaflet",
    "This chapter describes the installation.",
    "Installing the driver",
    "The device supports three modes.",
    "Do not open the cover.",
    "See Section 4.2 for details.",
    "Power supply: 100 V AC",
    "Figure 3. The control panel",
    'The "Options" tab',
    "Test results",
    "You can do the following:",
    "If the value is invalid, an error message is displayed.",
    "Note that the device restarts automatically.",
    "Pre-start check list",
    "Log files are rotated weekly.",
    "Consult the service manual.",
    "Seat numbers printed on older tickets are void.",
    "The unit can be mounted on a wall.",
    "",
]

CAUTIONS = [
    ("Do not open the cover.", ["Do not open the cover"]),
    ("Never touch the blade.", ["Never touch the blade"]),
    ("Be careful when lifting the unit.", ["Be careful when lifting the unit"]),
    ("Failure to do so may damage the device.", ["Failure to do so may damage the device"]),
    ("The device must not be immersed in water.", ["The device must not be immersed in water"]),
    ("You cannot delete the default profile.", []),
    ("Press the red button.", []),
    ("Danger! Rotating parts.", ["Danger! Rotating parts"]),
    ("Risk of burns from steam.", ["Risk of burns from steam"]),
    ("Sparks can cause eye injury.", ["Sparks can cause eye injury"]),
    ("To reduce the risk of fire, unplug the lamp.", []),
    ("Never reach in; injury may result.", ["Never reach in", "injury may result"]),
]

REFS = [
    ("Assemble it as shown in Figure 3.", ["Figure 3"]),
    ("See Fig. 9.12 and Table 5-1.", ["Fig. 9.12", "Table 5-1"]),
    ("Refer to Section 15.2.", ["Section 15.2"]),
    ("See Chapter 4 and Appendix B.", ["Chapter 4", "Appendix B"]),
    ("Install version 2.1.0.", []),
    ("Read “4.2.1 Belts” on the next page.", ["4.2.1"]),
]


@pytest.mark.parametrize(("text", "actions", "targets", "conditions", "results", "cautions"), STEPS)
def test_step_fields(text, actions, targets, conditions, results, cautions):
    step = analyze_step(text, language="en")
    assert step.is_step
    assert step.actions == actions
    if targets is not None:
        assert step.targets == targets
    if conditions is not None:
        assert [span.text for span in step.conditions] == conditions
    if results is not None:
        assert [span.text for span in step.results] == results
    assert [span.text for span in step.cautions] == cautions


@pytest.mark.parametrize("text", NO_STEPS)
def test_what_tells_the_reader_to_do_nothing_is_no_step(text):
    step = analyze_step(text, language="en")
    assert not step.is_step
    assert (step.actions, step.conditions, step.results) == ([], [], [])


@pytest.mark.parametrize(("text", "cautions"), CAUTIONS)
def test_cautions(text, cautions):
    assert [span.text for span in analyze_step(text, language="en").cautions] == cautions


@pytest.mark.parametrize(("text", "refs"), REFS)
def test_refs(text, refs):
    assert analyze_step(text, language="en").refs == refs


def test_menu_path_has_its_last_element_as_target():
    assert analyze_step("Select File > Page Setup > Margins.", language="en").target == "Margins"


def test_target_types():
    assert analyze_step("Click the OK button.").target_type == "button"
    assert analyze_step("Open the Details tab.").target_type == "tab"
    assert analyze_step("Unplug the power cable.").target_type == "connector"
    assert analyze_step("Press the Esc key.").target_type == "key"
    assert analyze_step("Open setup.exe.").target_type == "file"


def test_bold_names_are_targets():
    text = "Select Apply All now."
    assert analyze_step(text, emphasis=[(7, 16)]).targets == ["Apply All"]


def test_consequences_are_cautions_of_their_own() -> None:
    spans = analyze_step("Never open the cover while it runs. It may cause serious injury.", language="en").cautions
    assert [span.text for span in spans] == ["Never open the cover while it runs", "It may cause serious injury"]


def test_what_a_system_or_a_thing_does_is_no_step() -> None:
    for text in ("The system sends an email to the user.", "The LED must light within 5 seconds."):
        assert not analyze_step(text, language="en").is_step


def test_the_name_of_a_setting_is_no_instruction() -> None:
    assert not analyze_step("Quick Wash: When chosen, it will shorten the rinse.", language="en").is_step
    assert analyze_step("Note: Press OK to continue.", language="en").actions == ["press"]


def test_what_anybody_does_is_an_action_where_the_user_says_so() -> None:
    text = "The clerk checks the claim and forwards it to the officer, who approves the payment."
    assert analyze_step(text, language="en").actions == []
    told = analyze_step(text, language="en", vocabulary=StepVocabulary(any_doer=True))
    assert told.actions == ["check", "forward", "approve"]
    passive = analyze_step("The claim is then registered.", language="en", vocabulary=StepVocabulary(any_doer=True))
    assert passive.actions == ["register"]


def test_a_number_in_front_makes_a_step_of_a_short_item() -> None:
    assert analyze_step("Label samples", language="en", marker="3.").targets == ["samples"]
    assert not analyze_step("Label samples", language="en", marker="•").is_step


def test_verbs_with_nothing_behind_them_share_the_object_of_the_next_one() -> None:
    assert analyze_step("Turn on and test the lamp.", language="en").target == "lamp"
    assert analyze_step("Check and open the valves.", language="en").target == "valves"
    assert analyze_step("Scroll down and expand Advanced.", language="en").target == ""
    assert analyze_step("Wait until it is dry, then fold the sheet.", language="en").target == ""
