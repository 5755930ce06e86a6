# ruff: noqa: E501 - a pattern stays on one line, or it cannot be searched for
"""Names of controls and parts, compound nouns, persons, situations, and the adjectives in front of nouns."""

from __future__ import annotations

QUALITIES = """
accumulated additional all any appropriate available bent both broken clean cold contaminated correct corroded cracked
daily damaged defective dirty distilled dry duplicate each empty entire every excess existing expired exposed faulty
foreign fresh hot important inactive individual large leaking loose missing monthly moving multiple necessary new
obsolete old other outdated own personal proper relevant remaining required rusty sensitive several small soiled spent
spilled suitable suspicious temporary unknown unnecessary unneeded unused unwanted used visible warm weekly worn wrong
"""
"""Adjectives that stand in front of the object of a verb and hardly inside a compound noun ("Delete *old* files")."""

COMPOUNDS = """
access to|answer to|approach to|bleed air|bleed nipple|bleed screw|bleed valve|bolt heads|bolt holes|bolt pattern
bolt torque|brake cable|brake disc|brake fluid|brake lever|brake light|brake line|brake pad|brake pedal|brake shoe
brush cover|brush head|brush holder|brush holders|change in|check box|check digit|check list|check mark|check point
check sum|check valve|clamp bolt|clamp bolts|clamp meter|clamp ring|clamp screw|clean agent|clean cloth|clean rag
clean room|clean water|clear acrylic|clear button|clear coat|clear glass|clear height|clear key|clear view|clear width
close button|close icon|close time|comment on|cook top|copy button|copy mode|copy number|count rate|count value
cover crop|cover gasket|cover glass|cover layer|cover letter|cover page|cover plate|cover screw|cover sheet|cover slip
cover type|cut depth|cut edges|cut end|cut ends|cut length|cut line|cut size|cut speed|damage to|decrease in
display settings|drain board|drain cock|drain hose|drain line|drain outlet|drain pan|drain pipe|drain plug|drain port
drain rate|drain screw|drain time|drain tube|drain valve|draw bar|draw height|draw mode|draw rate|drop box|drop height
drop rate|drop size|drop time|dry air|dry chemical|dry cloth|dry contact|dry film|dry ice|dry rag|dry run|dry weight
dust bag|dust cap|dust collector|dust cover|dust extraction|dust filter|dust mask|exhaust fan|exhaust gas|exhaust hose
exhaust pipe|exhaust port|exhaust valve|exit button|exit code|exit codes|exit door|exit doors|exit point|exit sign
exit signs|exit status|exit temperature|exit time|exit velocity|exposure to|feed hopper|feed line|feed pressure
feed pump|feed rate|feed roller|feed speed|fill cap|fill color|fill colour|fill factor|fill hose|fill level|fill line
fill plug|fill port|fill rate|fill time|fill tube|fill valve|fill weight|filter settings|fit line|fit tolerance
fit type|flip chart|flip flop|flip side|flush tank|flush valve|flush volume|fold line|freeze plug|freeze point
glue gun|glue joint|grease filter|grease fitting|grease fittings|grease gun|grease nipple|grease nipples|grease trap
guide to|heat exchanger|heat gun|heat load|heat loss|heat pump|heat shield|heat shrink|heat sink|heat sinks
heat source|heat transfer|hold button|hold switch|hold time|increase in|key to|label format|label printer|label size
label stock|lift arm|lift arms|lift cylinder|lift height|lift lever|lift point|lift range|lift rod|lift table
lift truck|load balancer|load bank|load capacity|load case|load cell|load cells|load current|load curve|load lines
lock bit|lock bolt|lock code|lock lever|lock mode|lock nut|lock nuts|lock pin|lock plate|lock ring|lock screw
lock time|lock washer|lock washers|lower arm|lower arms|lower case|lower cover|lower edge|lower end|lower half
lower limit|lower part|lower section|lower side|mark size|mix design|mix ratio|mix tank|mount bracket|mount plate
mount point|mount type|move distance|move speed|note about|note number|note on|oil cap|oil change|oil consumption
oil cooler|oil drain|oil filler|oil filter|oil grade|oil leaks|oil level|oil line|oil lines|oil pan|oil pressure
oil pump|oil seal|oil seals|oil sump|oil supply|oil tank|oil temperature|oil type|oil viscosity|open circuit|open end
open fire|open flame|open order|open source|open time|open wound|order date|order entry|order form|order number
order quantity|order status|paint booth|paint can|paint color|paint colour|paint thickness|place card|place name
plug connector|plug cover|plug gauge|plug type|plug wrench|point cloud|point load|point number|point of|point size
position error|position number|position sensor|position switch|position value|post code|post number|post office
pour point|pour spout|pour temperature|power settings|press brake|press fit|press force|print area|print head
print heads|print job|print jobs|print margin|print preview|print quality|print queue|print range|print settings
print speed|pull cord|pull force|pull handle|pull ring|pull rod|pull strength|pull tab|pump efficiency|pump housing
pump motor|pump power|pump rate|pump shaft|pump speed|pump station|pump unit|push button|push buttons|push force
push rod|push rods|question about|raise lever|read error|read only|read rate|read time|record format|record mode
record settings|record type|reference to|release agent|release button|release catch|release date|release knob
release level|release lever|release liner|release note|release tab|release time|release valve|repeat mode|repeat rate
report date|report file|report format|report header|report number|report on|request for|reset button|reset key
reset switch|reset time|reset value|restart button|restart file|return address|return air|return code|return flow
return key|return line|return on|return path|return period|return pump|return spring|return value|return valve
review board|review cycle|review date|rinse aid|rinse cycle|rinse tank|rinse water|rise in|roll angle|roll axis
roll bar|roll cage|roll height|roll paper|roll rate|run button|run length|run mode|run number|run time|sand filter
sand paper|sand trap|save button|save format|save interval|scan settings|screw cap|screw caps|screw driver|screw heads
screw holes|screw length|screw set|screw size|screw terminal|screw terminals|screw thread|screw type|seal face
seal kit|seal plate|seal ring|seal rings|seal water|secure area|set point|set points|set pressure|set screw|set screws
set temperature|set value|set values|shut height|sign language|slide angle|slide bar|slide base|slide gate
slide number|slide rail|slide rails|slide switch|slide time|slide valve|snap fit|snap mode|snap point|snap ring
snap rings|solder joint|solder joints|solder paste|solder wire|sound settings|spray angle|spray arm|spray arms
spray bottle|spray gun|spray nozzle|spray nozzles|spray pattern|spray pressure|squeeze bulb|start button|start date
start key|start menu|start page|start position|start switch|start time|start value|steam generator|steam line
steam pressure|steam trap|steam valve|stick friction|stir bar|stir rod|stop bit|stop bits|stop button|stop criteria
stop criterion|stop distance|stop key|stop lever|stop position|stop screw|stop switch|stop time|stop valve
store manager|store number|store room|strip chart|strip length|strip width|support for|swing arm|swing door|swing gate
switch box|switch mode|switch panel|switch port|switch position|switch type|tap changer|tap size|tap water|test bench
test case|test data|test kit|test lead|test mode|test point|test pressure|test report|test result|test run
test settings|test strip|test tube|throttle body|throttle cable|throttle lever|throttle valve|tie bar|tie line
tie point|tie rod|tie rods|tie wrap|tie wraps|tilt angle|tilt sensor|tilt switch|toast rack|top case|top cover
top layer|top plate|top speed|touch key|touch pad|touch panel|touch pen|touch screen|touch sensitivity|touch sensor
transfer case|transfer function|transfer line|transfer pump|transfer rate|transfer switch|transfer time|trim level
trim panel|trim panels|trim pot|trim tab|tune file|tune range|turn count|turn indicator|turn radius|turn ratio
turn signal|turn signals|turn table|twist grip|twist lock|twist rate|twist ties|update file|update files
update interval|update period|update rate|update server|update time|upgrade kit|upload limit|upload speed
vacuum cleaner|vacuum gauge|vacuum hose|vacuum line|vacuum oven|vacuum pump|vent cap|vent hole|vent holes|vent hose
vent line|vent pipe|vent plug|vent screw|vent valve|visit date|visit log|visit number|visit time|visit to|wait state
wait time|wait times|wash basin|wash bay|wash bottle|wash buffer|wash cycle|wash cycles|wash program|wash programme
wash tank|wash temperature|wash water|water bath|water column|water filter|water hose|water inlet|water jacket
water level|water line|water pipe|water pressure|water pump|water quality|water supply|water tank|water temperature
water valve|wax paper|weigh boat|weigh bridge|weigh cell|weigh paper|weigh scale|wipe test|wire brush|wire color
wire colour|wire cutters|wire diameter|wire end|wire ends|wire gauge|wire harness|wire length|wire mesh|wire nuts
wire rope|wire size|wire strippers|wire tie|wire ties|wire type|wrap angle|wrap length|zip code|zip drive|zip file
zip files|zip tie|zip ties
"""
"""Words of two that are one noun though the first may be a verb: "Remove the cap and drain plug"."""

ROLES = """
accountant administrator agent anaesthetist analyst anesthetist anyone applicant approver assistant associate
attendant auditor author baker banksman bookkeeper butcher buyer captain caregiver carer cashier chef chemist cleaner
clerk contractor contributor cook coordinator crew deckhand dentist developer dispatcher doctor driver editor
electrician employee engineer everyone firefighter fitter foreman guard handler housekeeper inspector installer
instructor janitor lead leader loader machinist maintainer manager mate mechanic medic member midwife nurse officer
operator owner packer paramedic people person personnel pharmacist phlebotomist physician picker pilot planner plumber
practitioner radiographer receptionist representative requester researcher responder reviewer rigger scientist
seafarer setter signaller staff steward student supervisor surgeon teacher team technician teller tester therapist
trainee trainer user visitor waiter welder worker
"""
"""Persons whose work a manual tells ("The operator shall …", "Tellers must …"); their plurals count too."""

SITUATION_NOUNS = """
absence arrival beginning boot case cases charging cleaning climate climates cold completion condition conditions
contact dark darkness daytime delivery doubt emergencies emergency end environment environments event failure finish
fire fog heat humidity ice installation leak leakage load maintenance mode modes night operation outage playback
power-on power-up rain recording season seawater servicing shutdown snow spill start start-up startup state storage
summer sun sunlight temperature temperatures traffic transport water weather wet wind winter
"""
"""Nouns of situations: "In an emergency, …" says when, "In the dialog, …" says where."""

SUFFIX_TYPES = {
    "checkbox": ("check boxes", "check box", "checkboxes", "checkbox", "tick box"),
    "field": ("text box", "textbox", "input field", "text field", "input box", "entry field", "edit box", "combo box", "drop-down list", "dropdown list", "drop-down", "dropdown", "pull-down list", "list box", "fields", "field", "box"),
    "button": ("radio buttons", "radio button", "push button", "pushbutton", "toggle button", "buttons", "button"),
    "menu": ("context menu", "drop-down menu", "dropdown menu", "pull-down menu", "submenu", "menu items", "menu item", "menu option", "menus", "menu bar", "menu"),
    "other": ("category", "command", "option", "entry", "sections", "section", "areas", "area"),
    "tab": ("tabs", "tab"),
    "screen": ("dialog boxes", "dialog box", "dialog form", "dialogue box", "dialogs", "dialog", "windows", "window", "screens", "screen", "pages", "page", "pane", "popup", "pop-up"),
    "icon": ("icons", "icon"),
    "link": ("hyperlink", "links", "link"),
    "key": ("keys", "key"),
}  # fmt: skip

HEAD_TYPES = {
    "file": ("file", "files", "folder", "directory", "image", "firmware", "script", "document", "archive", "data", "project"),
    "connector": ("cable", "cables", "connector", "connectors", "jack", "port", "socket", "plug", "terminal", "cord", "wire", "wires", "hose", "adapter", "outlet", "lead"),
    "switch": ("switch", "switches", "lever", "knob", "dial", "jumper", "handle", "valve", "breaker"),
    "link": ("url", "address", "website", "site"),
    "command": ("command", "program", "tool", "application", "app", "software", "utility"),
    "field": ("value", "values", "name", "number", "id", "password", "parameter", "parameters", "information", "setting", "settings", "option", "options"),
    "checkbox": ("check box", "checkbox"),
    "part": (
        "screw", "screws", "bolt", "bolts", "nut", "nuts", "cover", "lid", "cap", "caps", "board", "pcb", "plate", "plates", "diode", "diodes", "resistor", "resistors", "capacitor", "battery", "batteries", "filter", "gasket", "belt", "gear", "motor", "sensor",
        "pin", "pins", "header", "headers", "led", "leds", "module", "modules", "unit", "bracket", "spring", "nozzle", "tank", "container", "door", "tray", "cartridge", "housing", "side", "part", "parts", "solder", "ring", "seal", "washer", "clip", "rail", "frame", "case", "wheel", "blade", "tube", "pipe",
    ),
}  # fmt: skip
