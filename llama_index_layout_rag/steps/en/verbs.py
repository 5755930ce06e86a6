"""Verbs of operations, and which of them open an instruction, a heading or a statement; inflected forms are made by rule."""

from __future__ import annotations

VERBS = """
abandon abort abrade absorb accelerate accept access acclimate acclimatize accommodate accompany accrue acidify
acknowledge acquaint acquire activate actuate adapt add adhere adjust administer adopt adsorb advance advise aerate
affirm affix agitate agree aim air-dry airdry alert alight align aliquot allocate allot allow allowlist alter ambulate
amend amortize amplify amputate anaesthetize analyse analyze anchor anesthetize anneal annotate announce anoint answer
anticipate append apply appoint apportion appraise approach approve archive arm arrange ascend ascertain ask aspirate
assay assemble assess assign assimilate assure attach attend attest audit augment auscultate authenticate authorise
authorize autoclave autofill automate avert await back backfill backflush backport backspace backwash bake balance
bandage barcode barricade baste bathe batten befriend begin belay bend bevel bill bind blacklist blanch bleach bleed
blend block blocklist blot blow blow-dry boil bolster bolt book bookmark boot borrow bottle bow box brace braid braise
brake brand bread break breathe breed brew bridge brief bring broadcast broil browse brush bubble buckle buff build
bundle burn burnish bury butter buy bypass cable cache calculate calibrate call camp cancel cannulate canvass cap
capture caramelize carbonate carry carve cash cast castrate catch categorize cater caulk cease cede center centrifuge
certify chamfer change charge check cherry-pick chew chill chlorinate chock choose chop chunk cinch circle circulate
cite claim clamp clarify clasp classify clean cleanse clear clench click climb cling clip clock clone close co-sign
coagulate coalesce coat coil collapse collate collect collimate comb combine combust commence comment commission
commit communicate commute compact compare compensate compile complete comply compose compress compute concatenate
conceal concentrate conclude condense conduct confer configure confine confirm confiscate conform conjugate connect
conserve constrain construct consult contact contain contest continue convene converge converse convert convey cook
cool copy cordon core corroborate cosign cough count countersign countersink cover cradle crank crawl cream crease
create credit crimp crochet crop cross cross-check crumble crush crystallize cull cultivate culture curb cure curl
curtail cushion customise customize cut cycle dab dampen dangle date daub de-energise de-energize de-ice deactivate
deadhead deaerate deal debit debone debounce debride debrief debug deburr decant decelerate decide declare declutter
decommission decompress decontaminate decorate decouple decrease decrement decrypt dedicate deduct deenergize deepen
defend defer defibrillate define deflate deflect defog defrag defragment defrost defuse degas degauss deglaze degrade
degrease dehorn dehydrate deice delegate delete delimit delink delist deliver delve demagnetize demarcate demolish
demonstrate demount denature denoise denote deny depart depict deplete deploy deposit depower depreciate depress
depressurise depressurize deprovision deregister derive desalt desaturate descale descend describe deseed deselect
deserialize desiccate design desilt desolder despatch destain destroy detach detain detangle detect deter determine
detonate devein develop devise deworm diagnose dial dice dictate differentiate diffuse dig digitize dilate dilute dim
diminish dip direct disable disarm disassemble disassociate disburse discard discern discharge disclose disconnect
discontinue discover discuss disembark disengage disentangle disinfect disinfest dislodge dismantle dismiss dismount
dispatch dispense disperse displace display dispose dispute disregard dissect dissipate dissociate dissolve distill
distinguish distribute ditch dive divert divide do dock document doff don donate dose double double-check double-click
double-tap douse downgrade download downscale downshift draft drag drain drape draw dredge drench dress drill drink
drip drive drizzle drop dry dry-clean dump duplicate dust dwell dye e-mail ease eat edge edit eject elaborate elevate
elicit eliminate elute email embark embed emboss emit employ empty emulsify enable encapsulate encase encircle enclose
encode encourage encrypt endorse energise energize enforce engage engrave enlarge enlist enqueue enrich enrol enroll
ensure enter entertain entrust enumerate envelop equalise equalize equate equilibrate equip eradicate erase erect
escalate escort establish estimate etch evacuate evaluate evaporate evict examine exchange excise exclude excuse
execute exercise exfoliate exhale exhaust exit expand expedite expel expend explain explore export expose express
extend extinguish extract extrude extubate fabricate face facilitate familiarize fan fashion fasten fax federate feed
ferment fertilize fetch file fill fillet filter finalize find fine-tune finish fit fix flag flash flatten flex flick
fling flip float flour fluff flush focus foil fold follow forage force forgo fork form formalize format formulate
fortify forward frame free freeze fry fulfil fulfill fumigate funnel furl furnish fuse galvanize gargle garnish gather
gauge generate gesture get give glance glaze glean glue go gouge gown grab grade graft grant grasp grate grease greet
grill grind grip groom ground group grout grow guard guide gulp halt halve hammer hand hand-wash handcuff handle
handwash hang hard-boil hard-code harden harmonize harvest hash hatch haul heap hear heat heave help hibernate hide
highlight hire hit hitch hoist hold homogenize hone hook hop hose hotfix hover hug hum humidify hurry hydrate
hyphenate identify idle ignite ignore illuminate illustrate immerse immobilize immunize impart impersonate implant
implement import impose impregnate imprint improve inactivate incinerate incise incline include incorporate increase
increment incubate incur indent index induce infect infiltrate inflate inform infuse ingest inhale inhibit initial
initialize initiate inject inlay inoculate inquire inscribe insert inspect install instill instruct insufflate
insulate insure integrate interchange interlace interleave interlock internalize interpolate interpret interrupt
intersect intersperse intertwine intervene interview introduce intubate invalidate invert investigate invite invoice
invoke iodize iron irradiate irrigate isolate issue itemize iterate jack jam jettison jiggle jog joggle join jostle
jot judge juggle julienne jump jump-start justify juxtapose keep key kick kill knead kneel knock knot label lace ladle
laminate lap lash latch lather launch launder lay layer leach lead leak lean leap learn lease leave left left-click
legalize lend lengthen lessen let level lever lick lie lift ligate limit line link liquefy liquidate list listen
livestream load loan localize locate lock lodge log login logon logout long long-press look loosen lop lower lubricate
lug lunge lyophilize lyse macerate magnify mail maintain make manage maneuver manipulate manoeuvre map marinate mark
marshal mash mask massage match mate maximise maximize measure mediate meet melt memoize memorise memorize mend
mention merge microwave migrate milk mill mimic mince mingle miniaturize minify minimise minimize mirror misalign
mitigate mix mobilise mobilize mock moderate modify modulate moisten moisturize mold monitor moor mop mothball mould
mount move mow muffle multiplex multiply muster mute nail narrow navigate nebulize negotiate nest neuter neutralise
neutralize nod nominate normalize notarize notch note notify nudge nurture obey obfuscate obligate obscure observe
obtain occlude occupy off-load offboard offer offload offset oil omit onboard open operate optimize order organize
orient orientate oust outline outweigh overbake overcook overexpose overfill overhaul overlay overload override
overrule oversee overturn overwrite oxidize oxygenate pack package pad page paint pair palletise palletize palpate pan
pan-fry parboil pare park parse participate partition pass passivate paste pasteurize pat pat-dry patch pause pave pay
pedal peek peel peg pelletize pepper percolate percuss perforate perform perfuse permeabilize permit personalize
persuade peruse phone photocopy photograph pick pickle pierce pile pin pinch ping pinpoint pipe pipette pit pivot
place plan plane plant plaster plate play pledge plot plow pluck plug plumb ply poach point poke polarize polish
pollinate ponder pool pop populate portion portray position post postpone posture pound pour power power-cycle
power-wash practise praise pre-heat precharge precool predict preheat preload premix prep prepare prepend prescribe
preserve preset press press-fit pressurise pressurize prevent preview prewash prick prime print prioritise privatize
probe proceed process procure prod produce program prohibit prolong promote prompt pronounce proof proofread prop
propagate propel propose prosecute protect prove provide provision prune pry publicize publish puff pull pulse
pulverize pummel pump punch puncture purchase puree purge purify purée push put qualify quantify quarantine quell
quench query queue quiet quieten quit quote rack raise rake ram ramp randomize rappel ratchet rate re-apply re-attach
re-check re-engage re-enter re-install re-run re-start re-tighten reach read readjust readmit realign reallocate ream
reap reapply rearm rearrange reassemble reassess reassign reattach rebalance rebase reboil reboot rebuild recalculate
recalibrate recall recap recategorize receive recentre recharge recheck rechill recirculate recite reclaim reclassify
recline reclose recommence recompile reconcile reconfigure reconnect reconstitute reconstruct reconvene record recount
recover recrimp recruit rectify recuperate recycle redact redeem redeploy redial redirect redistribute redo redraw
redress reduce reel reenter reeve refactor refasten refer reference refill refine refit reflash reflect refloat reflow
reformat refrain refresh refrigerate refuel refund refute regain regenerate register regulate rehang rehearse reheat
rehydrate reimage reimburse reinflate reinforce reinsert reinstall reinstate reintroduce reiterate reject rejoin
relaunch relax relay release relieve relight relinquish reload relocate relock rely remain remake remap remedy remind
remit remount remove remunerate rename render renovate rent renumber reopen reorder repack repaint repair repatriate
repeal repeat repel replace replenish replicate reply report reposition repot repower reprint reprise reprocess
reproduce reprogram requalify request reread reroll reroute rerun resample rescan reschedule rescind rescue reseal
reseat resell resend reserve reset resettle resist resize resolder resolve respond respool rest restack restage
restart restate restock restore restrain restrict restring resubmit resume resurface resurrect resuscitate resuspend
retain retest retighten retorque retract retransmit retrieve retrofit retry return retype reuse revalidate reveal
reverify reverse revert review revise revive revoke revolve rewind rewire rework rewrap rewrite rig right right-click
ring rinse rivet roam roast rock roll rope rotate roughen round route row rub ruffle rummage run safeguard sail salt
salvage sample sanction sand sandblast sandwich sanitise sanitize satisfy saturate saute sauté save saw say scald
scale scan scatter scavenge schedule scoop scoot scorch score scour scramble scrap scrape scratch screen screenshot
screw scribble scroll scrub scrutinize sculpt scuttle seal sear search season seat seclude section secure sedate seek
segment segregate seize select sell send sensitize separate sequence serialize serve service set settle sever sew
shade shake shape sharpen shave shear sheathe shell shelve shepherd shield shift shim shine ship short shorten shout
shovel show shred shrink shrink-wrap shroud shrug shuffle shunt shut sideload sidestep sieve sift sign signal signpost
silence simmer simplify simulate sing sip siphon sit sketch skewer skim skin skip slacken slam slaughter sleep slice
slide sling slit slot slow smear smell smelt smoke smooth smoothen smother snap snapshot snatch sniff snip snooze snug
soak soap soften solder solicit solidify solubilize solve sonicate soothe sort sound sow span spawn spay speak
specialize specify speculate speed spell spend spike spin spin-dry spit splash splay splice split spoil sponsor spoon
spot spot-check spot-weld spray spread sprinkle square squash squat squeegee squeeze squint squirt stabilise stabilize
stack stage stain stake stall stamp stand standardize staple star stare start stash staunch stay steady steal steam
steep steer step sterilise sterilize stick stiffen stimulate stipulate stir stir-fry stitch stockpile stomp stop store
stow straddle straighten strain strap stratify streamline strengthen stretch strew strike strip strive stroke stroll
study stun subculture subdivide sublet submerge submit subsample subscribe subside substantiate substitute subtract
suck suction sue sugar sum summarize summon superglue superimpose supersede supervise supplement supply support
suppress surrender survey suspend sustain suture swab swaddle swallow swap swear sweat sweep sweeten swim swing swipe
swirl swish switch swivel symbolize sync synchronize syphon tabulate tack tackle tag tailor take talk tally tamp
tamper tap tape taper tare target taste teach tear tease telephone telescope tell temper tempt tenderise tenderize
tension terminate test test-drive test-fit test-run tether thank thaw thicken thin think thread thresh throttle throw
thrust thwart tick tidy tie tighten tile till tilt timestamp tin tint tip tiptoe titrate toast toggle tokenize
tolerate top topple torque toss total totalise touch touch-type toughen tow towel towel-dry trace track trade trail
train transcode transcribe transfect transfer transform transfuse transition translate transmit transpile transplant
transport transpose trap travel traverse tread treat triage triangulate trigger trim triple-check triturate
troubleshoot truncate trust try trypsinize tuck tug tumble tune turn tweak twiddle twirl twist type unarchive unassign
unbind unblind unblock unbolt unbox unbrake unbuckle unbundle unburden unbutton uncap unchain uncheck unclamp unclasp
unclip unclog uncoil uncomment uncork uncouple uncover uncrate uncross uncurl undelete undergo underline undertake
undo undock unearth unfasten unfavorite unfix unflag unfold unfollow unfreeze unfurl unglue ungroup unhide unhitch
unhook unify uninstall unite unkink unlace unlatch unleash unlink unlist unload unlock unmask unmate unmoor unmount
unmute unnail unpack unpair unpark unpin unplug unprotect unpublish unrack unravel unreel unregister unrig unroll
unscrew unseal unseat unselect unsling unsolder unspool unstack unstage unstar unstick unstrap unsubscribe unsync
untag untangle untape untar unthaw unthread untick untie untruss untuck unveil unwedge unwind unwire unwrap unzip
update upend upgrade uphold upload uproot upscale urge use utilise utilize utter vacate vaccinate vacuum validate
vaporize varnish vend vent ventilate verbalize verify vibrate view virtualize visit visualize voice void volunteer
vortex vote vouch vow vulcanize wait waive wake walk warm warn warp wash waste watch water watermark wave wax wear
weatherproof weave wedge weed weigh weld wet wheel whet whip whisk whistle whitelist whiten whittle wick widen wield
wiggle wind winnow wipe wire withdraw withhold witness wobble wrangle wrap wrest wriggle wring write x-ray yank yawn
yield zap zero zip zoom
"""

WEAK_VERBS = """
access advance alert anchor archive attend audit back balance bandage bathe bevel bill block bolster bolt book
bookmark boot bottle box brace braid brake brand bread break breathe bridge brief broadcast brush bubble buckle buff
bundle burn butter cable cache camp cap capture cash cast catch center change charge chock circle claim clamp clasp
clear clip clock coil comb comment compact complete contact cook cool copy core correct cough count cover cradle crank
cream crease credit cross crush culture curb cure curl cushion cut date debit debug decrease delete deposit design
detect dial dip direct discharge dispatch display dock document dose double draft drain drape draw dress drill drip
drive drop dry dump duplicate dust dye e-mail ease edge email empty escalate escort exchange exhaust exit export
express face fan fax feed file fill filter find finish fit fix flag flash flip float flour focus foil follow force
fork form format frame free freeze funnel fuse gauge glance glue gown grade grant grease grill groom ground group
grout guard guide halt halve hammer hand handle hang harvest hash haul heap heat help highlight hit hold hook hose
idle implement import increase increment index initial input interlock invite invoice iron issue jack jam jog jump key
kick kill knock knot label lap latch lay layer lead leak lease left level lever lift light limit line link list load
lock lodge log long look lower mail map mark mask match mate measure milk mill mirror mix mold monitor mould mount
move nail nest notch note offer offset oil open order outline overlay own pack package pad page paint pair park pass
paste pat patch pause pedal peg pepper phone pile pin ping pipe pipette pit pivot place plan plane plant plaster plate
play plot plow plug ply point pool pop portion position post posture pound power preset press prick print probe
process program prompt proof prop puff pull pulse pump punch purchase purge push query queue quiet quote rack raise
rake ram ramp range ratchet rate reach read recap record reel reference refuel register relay release repair repeat
report reprise request rescue reset rest restart result return review ride rig right ring rock roll rope round route
row run sail salt sample sand sandwich save saw scale scan schedule score scrap scratch screen screenshot screw scroll
seal search season seat section secure segment separate sequence service set shape shell shield shift shim shine ship
short show shunt sign signal silence skin sleep slice slide sling slit slot slow smear smoke snap snapshot soap solder
sort sound sow span speed spell spin splash spoon spot spray spread square squash squat stack stage stain stake stall
stamp stand staple star start stash state stay steady steam step stick stop store strain strap strike strip study stun
subject suction sugar sum supply support survey sweat swing switch tack tackle tag talk tally tape taper target taste
telephone tension test tether text thin thread throttle tie tile time tin tint tip toast toggle top torque toss total
touch towel trace track trade trail train transfer transport trap travel tread treat trigger trim try tune turn twist
type update upgrade upload use vent view visit voice void vortex vote wait walk warm warp wash waste watch water
watermark wave wax wear wedge weld wet wheel whip whistle wind wire witness work wrap x-ray yield zero zip zoom
"""
"""Words that open a heading or a label ("Test results", "Copy - copies the file") as easily as an instruction."""

BARE_OBJECT_VERBS = """
bolt brush check clamp clean clear close cut drain drop dry exit fill fit glue grease heat hold lift load lock lower
mix mount oil open paint place plug point position pour press print pull pump push raise release remove repeat replace
reset restart restore return rinse roll save screw seal set slide snap solder spray start stick stir stop tie touch
trim tune turn twist unload update upgrade upload vent visit wait wash weigh wipe wire wrap zip
"""
"""Weak words that may take an object without article ("Check oil level"); the others then begin a noun phrase ("Test results")."""

MOSTLY_VERBS = """
amend attend breathe comment compact connect correct delete detect direct discharge display e-mail email empty enter
export find fix follow free grease hang haul heat help highlight hit hold implement import kill lay let lift light
list load lock look lower map mix mount move open own pat ply pour press print pull purge push raise reach read refuel
release repair repeat reset restart roll run save screw seal send ship show sign skewer sort sow spray squash stay
stick stop store stun sweep swing switch throw tie tighten toss touch transfer tread treat trim try tune twist type
update upgrade upload use view visit vote wait wake walk wash weigh wipe wire wrap write zap zero
"""
"""Weak words that open an instruction more often than a heading, even with a bare noun behind them ("Delete old files")."""

JOINED_VERBS = """
bag balance bleed box buckle chop cool copy count cover crush defrost dial dice draw duplicate dust exchange exhaust
feed file flip flush fold freeze grill handle inspect label log mark mash mop move note order peel plug post read
record register report review roast run sand sandwich scrap scrub seat secure separate shake shield shut sign slice
sort stack stamp steam store strain strap strip swab sweep swing switch tap test toast top transfer vacuum warm wax
weld zero
"""
"""Weak words that take an object without article behind "and", where the verb in front has one too."""

TASKS = """
approve archive audit back bleed change charge close connect cool copy correct count date defrost delete document dust
empty enter exercise export feed find fix fold freeze import inspect issue lower match measure monitor mop move note
open order park peel polish post press print process program pull purge push raise rake reach read record refill
refuel release remove repair replace report reset restart review rotate route run sample save schedule scrape scrub
search secure send separate service shake sharpen show shut sign sketch slice sort stamp start steam store strip study
supervise swab sweep test tidy tighten touch transfer treat turn type update upgrade use vacuum view walk warm wash
weigh wipe
"""
"""Weak words that open a task of a check list without article ("Test relief valve"), where its heading tells that work is to be
done."""

NOUN_VERBS = """
approach arm average bend blend blow bypass call centrifuge clone collapse compress control crop cycle dig dispute
experiment extract flush fold graft grip hatch hire implant imprint incline interview ladle laminate launch limit loan
melt microwave mop onboard overhaul overload override photograph pinch prime produce prune puncture quarantine
rebalance rebate recall refill refund reject remedy rent retrofit rinse rivet roast scoop shade shear shovel sieve
simmer siphon sketch skip spike splice split sponsor squeegee squeeze stretch stroke supplement swab swap swirl swivel
tamper tare taste tilt tow transition trust tuck vacuum varnish weld wick
"""
"""Verbs that open the subject of a statement or a name in capitals too ("Flush volume equals …", "Tilt Angle (deg)")."""

STATING_VERBS = """
accepts adds allows appears applies becomes begins behaves belongs calculates closes comprises computes consists
contains continues converts corresponds creates defaults defines denotes depends describes determines does doesn't
doesn’t enables ensures equals exceeds executes exists follows generates gives governs happens includes indicates
keeps lets maintains makes means occurs opens operates performs prevents proceeds produces provides receives reduces
refers remains represents requires responds selects sends serves specifies tells uses varies
"""
"""Verbs of a third person that are no plurals of nouns: in front of them stands a subject ("Filter housing contains …")."""

PLURAL_STATING_VERBS = """
appear apply become behave belong cause comprise consist contain correspond depend differ do don't don’t equal exceed
exist follow include indicate mean occur refer represent require seem tend vary
"""
"""The same behind a plural ("Process variables include …")."""

UI_VERBS = """
access activate browse check choose click close collapse depress display double-click double-tap drag enter exit
expand find go highlight hit hold hover launch leave locate long-press maximize minimize navigate open press push quit
refresh release reload restore return right-click scroll select show swipe switch tap toggle touch type uncheck use
view visit
"""
"""Verbs that act on a screen or a keyboard: behind them "tab", "page" or "key" only names the kind of the control."""

EVENT_VERBS = """
appear become beep begin blink boot bring cause change close complete create disappear display exit finish flash give
go launch light load move open play pop produce prompt reboot redirect refresh restart result return ring run save
show shut sound spin start stop switch take transition turn update
"""
