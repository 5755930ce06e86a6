"""English verbs of operations: lists, inflection, and verbs of two words.

Only base forms are listed; inflected and prefixed forms are derived by rule (`lexicon`).
"""

from __future__ import annotations

from llama_index_layout_rag.steps.word_lists import words

VERBS = words(
    """
abandon abort abrade absorb accelerate accept access acclimate acclimatize accommodate accompany accrue acidify acknowledge
acquaint acquire activate actuate adapt add adhere adjust administer adopt adsorb advance advise aerate affirm affix agitate agree
aim air-dry airdry alert alight align aliquot allocate allot allow allowlist alter ambulate amend amortize amplify amputate
anaesthetize analyse analyze anchor anesthetize anneal annotate announce anoint answer anticipate append apply appoint apportion
appraise approach approve archive arm arrange ascend ascertain ask aspirate assay assemble assess assign assimilate assure attach
attend attempt attest audit augment auscultate authenticate authorise authorize autoclave autofill automate average avert await
back backfill backflush backport backspace backwash bag bake balance bandage barcode barricade baste bathe batten befriend begin
belay bend bevel bill bind blacklist blanch bleach bleed blend block blocklist blot blow blow-dry boil bolster bolt book bookmark
boot borrow bottle bow box brace braid braise brake brand bread break breathe breed brew bridge brief bring broadcast broil browse
brush bubble buckle buff build bundle burn burnish bury butter buy bypass cable cache calculate calibrate call camp cancel
cannulate canvass cap capture caramelize carbonate carry carve cash cast castrate catch categorize cater caulk cease cede center
centrifuge certify chamfer change charge check cherry-pick chew chill chlorinate chock choose chop chunk cinch circle circulate
cite claim clamp clarify clasp classify clean cleanse clear clench click climb cling clip clock clone close co-sign coagulate
coalesce coat coil collapse collate collect collimate comb combine combust commence comment commission commit communicate commute
compact compare compensate compile complete comply compose compress compute concatenate conceal concentrate conclude condense
conduct confer configure confine confirm confiscate conform conjugate connect conserve constrain construct consult contact contain
contest continue control convene converge converse convert convey cook cool copy cordon core correct corroborate cosign cough
count countersign countersink cover cradle crank crawl cream crease create credit crimp crochet crop cross crumble crush
crystallize cull cultivate culture curb cure curl curtail cushion customise customize cut cycle dab dampen dangle date daub de-ice
deactivate deadhead deaerate deal debit debone debounce debride debrief debug deburr decant decelerate decide declare declutter
decommission decompress decontaminate decorate decouple decrease decrement decrypt dedicate deduct deenergize deepen defend defer
defibrillate define deflate deflect defog defrag defragment defrost defuse degas degauss deglaze degrade degrease dehorn dehydrate
deice delegate delete delimit delink delist deliver delve demagnetize demarcate demolish demonstrate demount denature denoise
denote deny depart depict deplete deploy deposit depower depreciate depress depressurise depressurize deprovision deregister
derive desalt desaturate descale descend describe deseed deselect deserialize desiccate design desilt desolder despatch destain
destroy detach detain detangle detect deter determine detonate devein develop devise deworm diagnose dial dice dictate
differentiate diffuse dig digitize dilate dilute dim diminish dip direct disable disarm disassemble disassociate disburse discard
discern discharge disclose disconnect discontinue discover discuss disembark disengage disentangle disinfect disinfest dislodge
dismantle dismiss dismount dispatch dispense disperse displace display dispose dispute disregard dissect dissipate dissociate
dissolve distill distinguish distribute ditch dive divert divide do dock document doff don donate dose double douse downgrade
download downscale downshift draft drag drain drape draw dredge drench dress drill drink drip drive drizzle drop dry dry-clean
dump duplicate dust dwell dye e-mail ease eat edge edit eject elaborate elevate elicit eliminate elute email embark embed emboss
emit employ empty emulsify enable encapsulate encase encircle enclose encode encourage encrypt endorse energise energize enforce
engage engrave enlarge enlist enqueue enrich enrol enroll ensure enter entertain entrust enumerate envelop equalise equalize
equate equilibrate equip eradicate erase erect escalate escort establish estimate etch evacuate evaluate evaporate evict examine
exchange excise exclude excuse execute exercise exfoliate exhale exhaust exit expand expedite expel expend experiment explain
explore export expose extend extinguish extract extrude extubate fabricate face facilitate familiarize fan fashion fasten fax
federate feed ferment fertilize fetch file fill fillet filter finalize find fine-tune finish fit fix flag flash flatten flex flick
fling flip float flour fluff flush focus foil fold follow forage force forgo fork form formalize format formulate fortify forward
frame free freeze fry fulfil fulfill fumigate funnel furl furnish fuse galvanize gargle garnish gather gauge generate gesture get
give glance glaze glean glue go gouge gown grab grade graft grant grasp grate grease greet grill grind grip groom ground group
grout grow guard guide gulp halt halve hammer hand handcuff handle handwash hang hard-boil hard-code harden harmonize harvest hash
hatch haul heap hear heat heave help hibernate hide highlight hire hit hitch hoist hold homogenize hone hook hop hose hotfix hover
hug hum humidify hurry hydrate hyphenate identify idle ignite ignore illuminate illustrate immerse immobilize immunize impart
impersonate implant implement import impose impregnate imprint improve inactivate incinerate incise incline include incorporate
increase increment incubate incur indent index induce infect infiltrate inflate inform infuse ingest inhale inhibit initialize
initiate inject inlay inoculate input inquire inscribe insert inspect install instill instruct insufflate insulate insure
integrate interchange interlace interleave interlock internalize interpolate interpret interrupt intersect intersperse intertwine
intervene interview introduce intubate invalidate invert investigate invite invoice invoke iodize iron irradiate irrigate isolate
issue itemize iterate jack jam jettison jiggle jog joggle join jostle jot judge juggle julienne jump jump-start justify juxtapose
keep key kick kill knead kneel knock knot label lace ladle laminate lap lash latch lather launch launder lay layer leach lead leak
lean leap learn lease leave left left-click legalize lend lengthen lessen let level lever lick lie lift ligate light limit line
link liquefy liquidate list listen livestream load loan localize locate lock lodge log login logon logout long long-press look
loosen lop lower lubricate lug lunge lyophilize lyse macerate magnify mail maintain make manage maneuver manipulate manoeuvre map
marinate mark marshal mash mask massage match mate maximise maximize measure mediate meet melt memoize memorise memorize mend
mention merge microwave migrate milk mill mimic mince mingle miniaturize minify minimise minimize mirror misalign mitigate mix
mobilise mobilize mock moderate modify modulate moisten moisturize mold monitor moor mop mothball mould mount move mow muffle
multiplex multiply muster mute nail narrow navigate nebulize negotiate nest neuter neutralise neutralize nod nominate normalize
notarize notch note notify nudge nurture obey obfuscate obligate obscure observe obtain occlude occupy off-load offboard offer
offload offset oil omit onboard open operate optimize order organize orient orientate oust outline outweigh overhaul overlay
overload override overrule oversee oxidize oxygenate pack package pad page paint pair palletise palletize palpate pan pan-fry
parboil pare park parse participate partition pass passivate paste pasteurize pat pat-dry patch pause pave pay pedal peek peel peg
pelletize pepper percolate percuss perforate perform perfuse permeabilize permit personalize persuade peruse phone photocopy
photograph pick pickle pierce pile pin pinch ping pinpoint pipe pipette pit pivot place plan plane plant plaster plate play pledge
plot plow pluck plug plumb ply poach point poke polarize polish pollinate ponder pool pop populate portion portray position post
postpone posture pound pour power power-cycle power-wash practise praise precharge precool predict preheat preload premix prep
prepare prepend prescribe preserve preset press press-fit pressurise pressurize prevent preview prewash prick prime print
prioritise privatize probe proceed process procure prod produce program prohibit prolong promote prompt pronounce proof proofread
prop propagate propel propose prosecute protect prove provide provision prune pry publicize publish puff pull pulse pulverize
pummel pump punch puncture purchase puree purge purify purée push put qualify quantify quarantine quell quench query queue quiet
quieten quit quote rack raise rake ramp randomize range rappel ratchet rate reach read readmit ream reap rebalance rebase rebate
recall recap receive recentre recline reconcile reconstitute record recruit rectify recuperate redact redeem redo reduce reel
reeve refactor refer reference refill refine reflect reflow refrain refresh refrigerate refuel refund refute regain register
regulate rehearse reimage reimburse reinforce reinstate reject relax relay release relieve relinquish rely remain remedy remind
remit remove remunerate rename render renovate rent renumber repair repatriate repeal repeat repel replace replenish replicate
report repot reprise request rescind rescue reset resist resize respond respool rest restart restock restore restrict restring
result resume resurface resurrect resuscitate retain retract retrieve retrofit return reveal reverse revert review revise revive
revoke revolve ride rig right right-click ring rinse rivet roam roast rock roll rope rotate roughen round route row rub ruffle
rummage run safeguard sail salt salvage sample sanction sand sandblast sandwich sanitise sanitize satisfy saturate saute sauté
save saw say scald scale scan scatter scavenge schedule scoop scoot scorch score scour scramble scrap scrape scratch screen
screenshot screw scribble scroll scrub scrutinize sculpt scuttle seal sear search season seat seclude section secure sedate seek
segment segregate seize select sell send sensitize separate sequence serialize serve service set settle sever sew shade shake
shape sharpen shave shear sheathe shell shelve shepherd shield shift shim shine ship short shorten shout shovel show shred shrink
shrink-wrap shroud shrug shuffle shunt shut sideload sidestep sieve sift sign signal signpost silence simmer simplify simulate
sing sip siphon sit sketch skewer skim skin skip slacken slam slaughter sleep slice slide sling slit slot slow smear smell smelt
smoke smooth smoothen smother snap snapshot snatch sniff snip snooze snug soak soap soften solder solicit solidify solubilize
solve sonicate soothe sort sound sow span spawn spay speak specialize specify speculate speed spell spend spike spin spin-dry spit
splash splay splice split spoil sponsor spoon spot spot-check spot-weld spray spread sprinkle square squash squat squeegee squeeze
squint squirt stabilise stabilize stack stage stain stake stall stamp stand standardize staple star stare start stash state
staunch stay steady steal steam steer step sterilise sterilize stick stiffen stimulate stipulate stir stir-fry stitch stockpile
stomp stop store stow straddle straighten strain strap stratify streamline strengthen stretch strew strike strip strive stroke
stroll study stun subculture subdivide subject sublet submerge submit subsample subscribe subside substantiate substitute subtract
suck suction sue sugar sum summarize summon superglue superimpose supersede supervise supplement supply support suppress surrender
survey suspend sustain suture swab swaddle swallow swap swear sweat sweep sweeten swim swing swipe swirl swish switch swivel
symbolize sync synchronize syphon tabulate tack tackle tag tailor take talk tally tamp tamper tap tape taper tare target taste
teach tear tease telephone telescope tell temper tempt tenderise tenderize tension terminate test test-drive test-fit test-run
tether text thank thaw thicken thin think thread thresh throttle throw thrust thwart tick tidy tie tighten tile till tilt time
timestamp tin tint tip tiptoe titrate toast toggle tokenize tolerate top topple torque toss total totalise touch touch-type
toughen tow towel towel-dry trace track trade trail train transcode transcribe transfect transfer transform transfuse transition
translate transmit transpile transplant transport transpose trap travel traverse tread treat triage triangulate trigger trim
triple-check triturate troubleshoot truncate trust try trypsinize tuck tug tumble tune turn tweak twiddle twirl twist type unblind
unburden unbutton unchain unclog uncork uncouple uncrate undergo underline undertake undo unearth unfavorite unify unite unkink
unleash unload unravel unspool untangle untar untruss unveil update upend upgrade uphold upload uproot upscale urge use utilise
utilize utter vacate vaccinate vacuum validate vaporize varnish vend vent ventilate verbalize verify vibrate view virtualize visit
visualize voice void volunteer vortex vote vouch vow vulcanize wait waive wake walk warm warn warp wash waste watch water
watermark wave wax wear weatherproof weave wedge weed weigh weld wet wheel whet whip whisk whistle whitelist whiten whittle wick
widen wield wiggle wind winnow wipe wire withdraw withhold witness wobble work wrangle wrap wrest wriggle wring write x-ray yank
yawn yield zap zero zip zoom
    """
)
"""Base forms that make an instruction where they open a clause: "Tighten the straps"."""

HOMOGRAPHS = words(
    """
access advance alert anchor approach archive arm attend audit average back balance bandage bathe bend bevel bill blend block blow
bolster bolt book bookmark boot bottle box brace braid brake brand bread break breathe bridge brief broadcast brush bubble buckle
buff bundle burn butter bypass cable cache call camp cap capture cash cast catch center centrifuge change charge chock circle
claim clamp clasp clear clip clock clone coil collapse comb comment compact complete compress contact control cook cool copy core
correct cough count cover cradle crank cream crease credit crop cross crush culture curb cure curl cushion cut cycle date debit
debug decrease delete deposit design detect dial dig dip direct discharge dispatch display dispute dock document dose double draft
drain drape draw dress drill drip drive drop dry dump duplicate dust dye e-mail ease edge email empty escalate escort exchange
exhaust exit experiment export extract face fan fax feed file fill filter find finish fit fix flag flash flip float flour flush
focus foil fold follow force fork form format frame free freeze funnel fuse gauge glance glue gown grade graft grant grease grill
grip groom ground group grout guard guide halt halve hammer hand handle hang harvest hash hatch haul heap heat help highlight hire
hit hold hook hose idle implant implement import imprint incline increase increment index input interlock interview invite invoice
iron issue jack jam jog jump key kick kill knock knot label ladle laminate lap latch launch lay layer lead leak lease left level
lever lift light limit line link list load loan lock lodge log long look lower mail map mark mask match mate measure melt
microwave milk mill mirror mix mold monitor mop mould mount move nail nest notch note offer offset oil onboard open order outline
overhaul overlay overload override pack package pad page paint pair park pass paste pat patch pause pedal peg pepper phone
photograph pile pin pinch ping pipe pipette pit pivot place plan plane plant plaster plate play plot plow plug ply point pool pop
portion position post posture pound power preset press prick prime print probe process produce program prompt proof prop prune
puff pull pulse pump punch puncture purchase purge push quarantine query queue quiet quote rack raise rake ramp range ratchet rate
reach read rebalance rebate recall recap record reel reference refill refuel refund register reject relay release remedy rent
repair repeat report reprise request rescue reset rest restart result retrofit return review ride rig right ring rinse rivet roast
rock roll rope round route row run sail salt sample sand sandwich save saw scale scan schedule scoop score scrap scratch screen
screenshot screw scroll seal search season seat section secure segment separate sequence service set shade shape shear shell
shield shift shim shine ship short shovel show shunt sieve sign signal silence simmer siphon sketch skin skip sleep slice slide
sling slit slot slow smear smoke snap snapshot soap solder sort sound sow span speed spell spike spin splash splice split sponsor
spoon spot spray spread square squash squat squeegee squeeze stack stage stain stake stall stamp stand staple star start stash
state stay steady steam step stick stop store strain strap stretch strike strip stroke study stun subject suction sugar sum
supplement supply support survey swab swap sweat swing swirl switch swivel tack tackle tag talk tally tamper tape taper tare
target taste telephone tension test tether text thin thread throttle tie tile tilt time tin tint tip toast toggle top torque toss
total touch tow towel trace track trade trail train transfer transition transport trap travel tread treat trigger trim trust try
tuck tune turn twist type update upgrade upload use vacuum varnish vent view visit voice void vortex vote wait walk warm warp wash
waste watch water watermark wave wax wear wedge weld wet wheel whip whistle wick wind wire witness work wrap x-ray yield zero zip
zoom
    """
)
"""Noun-verb homographs: verbs only with an object or another sign of an instruction ("Label the jar", not "Label width")."""

INSTRUCTING = words(
    """
bolt brush check clamp clean clear close connect cut delete drain drop dry enter exit fill find fit glue grease heat hold lift
load lock lower mix mount oil open paint place plug point position pour press print pull pump push raise release remove repeat
replace reset restart restore return rinse roll save screw seal send set slide snap solder spray start stick stir stop tie tighten
touch trim tune turn twist unload update upgrade upload use vent view visit wait wash weigh wipe wire wrap write zip
    """
)
"""Homographs that open an instruction rather than a title, even before a bare noun: "Check oil level", "Delete old files"."""

JOINABLE = words(
    """
approve archive audit back bag balance bleed bolt box brush buckle change charge check chop clamp clean clear close cool copy
count cover crush cut date defrost dial dice document drain draw drop dry duplicate dust exchange exercise exhaust exit feed file
fill fit flip flush fold freeze glue grease grill handle heat hold inspect issue label lift load lock log lower mark mash match
measure mix monitor mop mount move note oil open order paint park peel place plug point polish position post pour press print
process program pull pump push raise rake read record refill register release remove repeat replace report reset restart restore
return review rinse roast roll rotate route run sample sand sandwich save schedule scrap scrape screw scrub seal search seat
secure separate service set shake sharpen shield shut sign sketch slice slide snap solder sort spray stack stamp start steam stick
stir stop store strain strap strip study supervise swab sweep swing switch tap test tidy tie toast top touch transfer trim tune
turn twist unload update upgrade upload vacuum vent visit wait warm wash wax weigh weld wipe wire wrap zero zip
    """
)
"""Homographs that take an object without article after a coordinator: "Remove lids and stack trays"."""

STATING = words(
    """
accepts adds allows appears applies becomes begins behaves belongs calculates closes comprises computes consists contains
continues converts corresponds creates defaults defines denotes depends describes determines does doesn't doesn’t enables ensures
equals exceeds executes exists follows generates gives governs happens includes indicates keeps lets maintains makes means occurs
opens operates performs prevents proceeds produces provides receives reduces refers remains represents requires responds selects
sends serves specifies tells uses varies
    """
)
"""Third persons that are no plural nouns, so that a subject precedes them: "Pump motor requires two bolts"."""

IRREGULAR = {
    form: base
    for form, _, base in (
        pair.partition(":")
        for pair in words(
            """
began:begin begun:begin bent:bend bought:buy bound:bind broke:break broken:break brought:bring built:build caught:catch
chose:choose chosen:choose dealt:deal did:do does:do done:do drawn:draw drew:draw driven:drive fed:feed found:find frozen:freeze
gave:give given:give gone:go got:get held:hold hung:hang kept:keep laid:lay left:leave lit:light lost:lose made:make met:meet
paid:pay ran:run said:say saw:see seen:see sent:send shown:show slid:slide spun:spin stood:stand stuck:stick swung:swing
taken:take thrown:throw tied:tie told:tell took:take tore:tear torn:tear tying:tie went:go wore:wear worn:wear wound:wind
written:write wrote:write
            """
        )
    )
}
"""Inflected forms that no rule derives."""

UNCHANGED_PARTICIPLES = words("set put cut shut read")
"""Participles that equal the base form: "The dial must be set to zero"."""

FREE_PARTICLES = words("off out up down away apart open aside")
"""Particles that any verb may take: "Dole out the seeds", "switch the fan off"."""

PARTICLE_VERBS = {
    "back": (
        "call check fold give go hold leave lean move pay pour power press pull push put read report roll screw send "
        "slide snap step switch take tie tilt trim turn zoom"
    ),
    "in": (
        "add book call check clip dial drop feed fill fit fold get hand hook key let lock log mix phone pipe plug press "
        "pull push put reach roll rub scan screw send show sign slide slot snap squeeze stir tap thread tie tuck turn "
        "type write zoom"
    ),
    "on": (
        "bolt clip clock fit fix flick flip hang hold hook latch lock log pass pop power put roll screw sign slip snap "
        "spray strap switch tie toggle turn twist"
    ),
    "over": "bend check flip fold hand lean lift move roll sign switch take tip turn",
    "through": "check feed pull push read run",
    "to": "go",
    "for": "look",
    "at": "look",
    "together": "fit join plug press push put screw snap squeeze stick twist",
    "sure": "make be",
    "clear": "keep stand",
    "into": "log plug",
    "as": "save",
    "cycle": "power",
    "circuit": "short",
    "dry": "pat",
    "click": "double left long right single triple",
    "press": "double long short triple",
    "tap": "double long short single triple",
}
"""Other particles, with the verbs whose meaning they change: "plug in", "switch on"."""

DIRECTION_PARTICLES = {
    "swipe": "up down left right",
    "scroll": "up down left right back",
    "hold": "down",
    "press": "down",
    "type": "in",
    "click": "on",
    "move": "up down",
    "go": "up down",
}
"""Verbs with particles that tell only where to: part of the phrase, not of the action ("Swipe left" is to swipe)."""

PREPOSITIONAL_VERBS = {
    "at": "aim gaze glance look stare",
    "for": "ask care check examine feel inspect listen look monitor observe scan search test wait watch",
    "in": "click double-click right-click",
    "inside": "click",
    "into": "go log zoom look",
    "of": "dispose",
    "on": "click decide double-click focus hover lean press pull push right-click sit stand step tap tread work",
    "over": "hover",
    "through": "cycle flip go look navigate run scroll step walk",
    "to": (
        "attend browse change connect continue get go jump listen move navigate point proceed refer reply report respond "
        "return scroll skip speak subscribe switch talk turn write"
    ),
    "with": "begin check communicate consult continue meet proceed speak start",
}
"""Prepositions whose object is the object of the verb: "Wait for the chime", "Go to Settings"."""

JOINED = {("drag", "drop"): "drag and drop", ("copy", "paste"): "copy and paste"}
"""Pairs of verbs that are one operation."""

CONTROL_VERBS = words(
    """
check choose click double-click drag hit hold hover left-click middle-click open press push right-click select shift+click swipe
tap toggle touch uncheck ctrl+click alt+click
    """
)
"""Verbs that operate a control: "You can tap the Bell"."""

ENTER_VERBS = words("enter fill input key paste put set specify type write")
"""Verbs of entering: the field that is named is the object, not the value ("Enter 5 in the Size field")."""

UI_VERBS = CONTROL_VERBS | words(
    """
access activate browse close collapse depress display double-tap enter exit expand find go highlight launch leave locate
long-press maximize minimize navigate quit refresh release reload restore return scroll show switch type use view visit
    """
)
"""Verbs that act on a screen or keyboard: after them "tab", "page" or "key" only names the kind of a control."""

EXPERIENCE_VERBS = words(
    """
encounter expect experience feel find get hear know notice observe obtain receive see want wish
    """
)
"""Verbs of what the reader meets or perceives, no operation in a clause of time: "When you hear the gong, ..."."""

VAGUE_VERBS = words("employ have use utilise utilize want")
"""Verbs without an operation of their  as means: "Free it by using tape"."""

IGNORED_VERBS = words("be care have know like need refer see think understand want wish worry")
"""Verbs that are never an operation of the reader: "See the list of tools"."""

ASPECT_VERBS = words("begin continue finish keep start try")
"""Verbs whose gerund is the operation: "Start kneading the dough" is to knead it."""

SHOWN_EVENTS = words(
    """
appear appears asked beeps blink blinks display displayed displays flash flashes lights open opens pops prompted shown sounds
starts stops turns
    """
)
"""What the reader sees happen."""

CONSEQUENCES = words(
    """
activates adds allows brings cancels causes changes clears closes confirms deactivates decreases deletes disables displays enables
enters exits gives increases launches lets locks makes moves navigates opens puts removes resets returns saves scrolls selects
sends sets shows starts stops switches takes toggles turns unlocks will zooms
    """
)
"""Verbs that say what an operation brings about: "Pressing the bar opens gates"."""
