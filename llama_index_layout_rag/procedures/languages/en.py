# ruff: noqa: E501 - a pattern stays on one line, or it cannot be searched for
"""English step rules as data: operation verbs, phrasal verbs, clause openers, names of controls, caution and result words.

Nothing here is code; `procedures.verb_first` reads it. Verbs are grouped by the kind of manual they come from, so that a missing
one is easy to see; inflected forms are made by rule, irregular ones stand in `IRREGULAR`.
"""

from __future__ import annotations

from llama_index_layout_rag.procedures.rules import VerbFirstRules

VERBS = """
package rework scrap do key focus access pry silence top mash sift marinate saute garnish knot splice flatten stiffen soften smear dab swish rehang rewire retest
recheck recalibrate rescan resend retry resubmit reposition realign refasten reinsert reattach reapply readjust reassign
reopen repack repair replenish reset resize respond restock restrain retract roam sharpen shave shovel shred signal
skim slice slit sketch span spin splash spot spread squirt stabilize staple steady steam stimulate stitch stop strain
streamline substantiate subtract suction supervise supplement support suture swallow tack tamp tap taper tension tether
thaw thin tidy toss tow transport treat tuck unbox unbuckle unclog unclasp uncoil uncork undo unfreeze unhook unlace
unpair unpin unplug unroll unscrew unstack unsubscribe untangle unwind unwrap uproot vacate ventilate walk warn wind wring
administer advance affix agitate alert amplify anchor anneal annotate append arrange ascertain aspirate attend auscultate
bandage bill blot bookmark brace breathe buckle buff bundle bypass camp catch chamfer charge chop cinch claim coil
compact compress configure conserve convene cough cradle crease crush culture curl cushion deburr declare deepen defrost
degrease dehydrate deploy depower desalt detect dip disarm discharge disinfect dispatch dispense dissect elevate elute
eliminate emit empty energize engage engrave entrust etch evaporate exhale extinguish facilitate fan fasten fetch flatten
flex flick fluff flush fry funnel fuse garnish glaze gauge graft grate hammer harvest heap hoist hook hose humidify
immerse immobilize imprint index infuse inhale initial inquire instruct interlock interrupt intubate jiggle joggle knock
lace ladle laminate leak lengthen lick load lubricate macerate maintain manipulate massage maximise microwave mill mold
moisten mould nail navigate neutralize notch nudge observe obtain offset oversee palpate park patch pinpoint pipe
plane plate position posture pound preheat prepare preserve pressurise prick prop puncture purify quench quote raise rake
ram reach rearrange reboil recap recite recline record rectify reel regulate reheat reinforce relieve remit render
begin describe document draft express summarize melt whisk grasp grip squeeze knead blend unlatch unstrap tuck plan
schedule assess evaluate audit interview escalate investigate archive issue assign reconcile reimburse deposit
withdraw encrypt flag ping trace sniff strap rinse swab wipe mop inflate deflate aspirate pipette inject inoculate
autoclave vortex titrate filter sieve decant sow prune dig plant long double right left long-press click double-click
right-click left-click tap double-tap press depress push pull swipe drag drop scroll hover toggle pinch type enter
select choose pick deselect unselect highlight check uncheck tick untick mark open close reopen launch start restart
stop quit exit run execute rerun install uninstall reinstall download upload save load reload import export copy paste
cut delete remove add insert create make edit modify change replace rename move resize rotate zoom pan undo redo
cancel confirm accept agree approve reject submit send receive forward reply attach detach browse navigate go visit
access search find look sort order refresh update upgrade downgrade configure reconfigure set reset adjust tune
calibrate enable disable activate deactivate switch turn power boot reboot shut log sign register connect disconnect
reconnect plug unplug pair unpair join wire link unlink mount unmount eject assemble disassemble dismantle reassemble
build fit refit place position reposition locate align realign center level put lay hang hook hold keep lift lower
raise hoist tilt lean slide twist screw unscrew bolt unbolt tighten retighten loosen fasten unfasten secure clamp
unclamp lock unlock latch clip unclip snap seat reseat solder desolder resolder reheat heat preheat cool chill warm
boil simmer bake dry wash clean brush polish scrub sand grind drill trim strip crimp bend fold unfold roll unroll wrap
unwrap peel tape glue apply spread coat paint spray lubricate grease oil fill refill empty drain flush bleed pour mix
stir shake dissolve dilute weigh measure count record note write read print scan photograph label tag date stamp file
store stow back restore recover inspect examine verify test try retry troubleshoot diagnose monitor observe watch
compare match calculate compute estimate determine identify define specify allocate map convert compile debug deploy
publish commit clone fork merge wait repeat continue proceed return follow use reuse take get grab bring carry deliver
ship pack unpack extract unzip zip decompress compress wear don dispose discard throw recycle ensure contact call
notify inform report ask request consult obtain purchase prepare gather collect separate split divide combine group
ungroup arrange rearrange distribute flash program reprogram erase format partition initialize authenticate implement
handle touch point aim draw sketch outline shade expand collapse minimize maximize dock undock pin unpin show hide
display view preview play pause mute unmute skip rewind dial answer charge recharge discharge jump step engage
disengage release free extend retract feed thread route reroute pass bridge short ground isolate insulate seal unseal
cover uncover shield vent purge pressurize depressurize evacuate sterilize disinfect incubate centrifuge leave let
allow give provide supply substitute swap exchange shift flip invert reverse hit crank pump prime kick pedal brake
steer park tow jack balance zero tare blow suck vacuum sweep dust review validate invoke include exclude append
prepend concatenate declare override subscribe unsubscribe reschedule queue enroll enrol book reserve pay refund
invoice abort acknowledge arm disarm bind unbind bypass clear comment compose crop customize cycle decrease increase
deny dim duplicate email embed decrypt fix force generate grant indent limit list login logon logout orient perform
plot pop populate probe rub scrape scoop scratch score shorten lengthen simplify slot smooth soak stack stick stretch
suspend resume sync synchronize tear tie untie transfer translate transmit trigger uncomment widen hand hear pre-heat
re-enter re-run re-start reenter retype retain refer relaunch re-install revert stitch straighten terminate think
trust
accelerate accompany acidify actuate adapt adhere ambulate amend analyse analyze anticipate authorise authorize baste
bathe bevel blanch block bolster bottle box braid braise break brief broadcast broil bubble burn burnish cap capture
caramelize cash cast categorize caulk certify chock circle circulate clarify clasp classify clench cling clock
coagulate comb commence commission compensate complete comply conceal concentrate conduct construct contain convey
cook corroborate cosign countersign countersink credit cross curb cure customise dampen deaerate debit debone
decelerate decide declutter decommission decontaminate decouple deduct defer defibrillate degas degauss deglaze
demagnetize demonstrate denote depart depict depressurise descend desiccate destroy develop devise dice dictate direct
discontinue discuss dislodge displace disregard dissipate distinguish divert doff dose douse downshift drape dress
drip drive drizzle dump dye ease edge elaborate employ enclose encode endorse enforce enlarge enqueue enrich enumerate
equalize equip establish excise exercise expedite explain explore expose fabricate face familiarize fax fillet
finalize fling form formulate fortify freeze fulfill fumigate furnish gargle glance gouge gown grade greet grill grout
guard guide halt halve handcuff harmonize haul hydrate ignite illuminate impart impose improve incline incorporate
incur induce inhibit initiate inscribe instill insufflate integrate interpret introduce iron irrigate iterate jam jog
jot judge juxtapose kill kneel lap lather launder leach lease lend lever ligate line liquefy loan lodge magnify mail
mask mate mediate memorize mend mention mince mirror mitigate mobilize multiply narrow negotiate nest obey obscure
offer omit operate optimize overcook overfill overlay overwrite pad parse participate pat peek peg percolate perforate
permit personalize phone pile pivot plow pluck ply poach pool portion post postpone precharge precool preload premix
prep prescribe preset prevent prewash process prompt proofread propagate protect provision puff pulse pulverize punch
qualify quantify quarantine rack ramp ratchet rate re-apply re-attach re-check re-engage re-tighten ream rebalance
rebuild recalculate recall recategorize rechill reclaim reclassify reclose recompile reconstitute reconstruct recount
recrimp redeem redial redirect redistribute redraw reduce reference reflash reflow reformat refrain refrigerate refuel
regain regenerate reinflate reintroduce rejoin relax relay relight relock remake remap remount renumber reorder
repaint replicate repower reprint reprocess reproduce reread reroll resample rescind reseal resist resolve rest
restack restate resurface resuscitate resuspend retorque retrieve reveal revise revive revoke rewrap rewrite rig ring
rivet roast rock rope round sample sanitise sanitize saturate saw scald scale scoot scorch scour scramble screen
scrutinize sculpt sedate seek segregate service sever sew shear shim shine shrink shunt siphon sit skewer skin sling
slow smell smoke snip snug soap sonicate sound speak speed spell spike spoon sprinkle square squeegee stain stall
stand standardize stay steep sterilise strike stroke subculture submerge sum suppress surrender survey sustain sweat
swing swirl swivel tackle talk tamper target taste teach telephone tell tenderize thicken throttle tin tint tip toast
torque total toughen towel trade trail train transcribe transfect transform transition transpose trap travel tread
triturate tumble twirl unarchive unassign unblock unbrake unbundle uncap uncouple uncrate undergo underline undertake
unglue unhide unmask unpark unpublish unrack unravel unseat unsolder unstick untape unthread unwedge utilise utilize
vaporize varnish visualize voice void vote vulcanize waste water wax wedge weld wet wheel whip wick wiggle withhold
witness x-ray yield zap
abandon abrade absorb acclimate acclimatize accommodate acquaint acquire adsorb aerate affirm air-dry airdry alight
aliquot allot allowlist amputate anaesthetize anesthetize announce anoint appoint apportion appraise assay assimilate
assure attest augment autofill automate avert await backfill backflush backspace backwash barcode batten
befriend belay blacklist bleach blocklist blow-dry borrow breed brew buy cable cannulate canvass carbonate cater cede
cherry-pick chlorinate chunk cite cleanse co-sign coalesce collate collimate combust commute condense
confer confine confiscate conform conjugate constrain contest converge converse crochet cross-check crumble
crystallize cull cultivate curtail dangle daub de-energise de-energize de-ice deal debride debrief decrement dedicate
deenergize defend deflect defog defragment defuse degrade deice delegate delimit delink delist delve demarcate
demolish demount deplete deregister derive descale design desilt despatch detain detangle deter detonate devein
differentiate diffuse digitize dilate diminish disassociate disburse discern disclose disembark disentangle dismiss
dismount disperse dispute dissociate distill ditch donate double-check dredge dry-clean dwell elicit embark emboss
emulsify encapsulate encase encircle encourage energise enlist entertain envelop equalise equate eradicate erect
escort evict excuse exfoliate exhaust expel expend extrude fashion fertilize fine-tune finish float foil forage forgo
formalize fulfil furl galvanize gesture glean grow gulp hand-wash handwash hard-boil hard-code harden hash hatch heave
help hire hone hotfix hum hurry hyphenate idle illustrate immunize impersonate implant impregnate inactivate
incinerate incise increment infect infiltrate ingest inlay insure interchange interlace interleave internalize
interpolate intersect intersperse intertwine intervene invite iodize irradiate itemize jettison jostle juggle
jump-start justify lash lead legalize lessen liquidate livestream localize lop lug lunge lyophilize lyse
maneuver manoeuvre memorise migrate mimic mingle miniaturize minify minimise misalign mobilise mock moderate modulate
moisturize moor mow muffle multiplex muster nebulize neutralise nominate normalize notarize nurture obfuscate obligate
occlude occupy off-load offload orientate oust outweigh overbake overexpose overhaul overload overrule overturn
oxidize oxygenate page palletise palletize pan-fry parboil pare passivate pasteurize pat-dry pave pelletize perfuse
permeabilize persuade peruse photocopy pickle pierce pledge poke polarize pollinate ponder portray power-cycle
power-wash practise praise predict press-fit prioritise privatize procure prod produce prohibit prolong promote
pronounce propel propose prosecute prove publicize pummel puree purée quell query quiet quieten randomize rappel
readmit reallocate reap rearm reassess rebase recirculate recommence reconvene recruit recuperate redact redeploy
redress reeve refine reflect refloat refute rehearse rehydrate reimage reinstate reiterate relinquish relocate remedy
remunerate renovate rent repatriate repeal repel reprise requalify rescue resell resettle respool restage restrict
resurrect retransmit retrofit revalidate reverify revolve roughen ruffle rummage safeguard salvage sanction sandblast
satisfy sauté scatter scavenge scribble scuttle sear seclude seize sell sensitize sequence serialize serve settle
shape sheathe shelve shepherd shrink-wrap shroud shrug shuffle sideload sidestep simulate sing sip slacken slam
slaughter smelt smoothen smother snatch solicit solidify solubilize soothe spawn specialize speculate spin-dry splay
spoil sponsor spot-check spot-weld squash squat stabilise stash staunch steal stipulate stir-fry stockpile stomp
straddle stratify strew strive stroll study stun subdivide sublet subsample subside sue summon superglue superimpose
supersede swaddle swear sweeten symbolize syphon tabulate tailor tease telescope temper tempt tenderise test-drive
test-fit test-run thank thrust thwart till timestamp tiptoe tolerate topple totalise touch-type towel-dry track
transcode transfuse transplant traverse triage triangulate triple-check truncate trypsinize tweak twiddle unblind
unburden unbutton unchain uncross uncurl undelete unearth unfix unflag unfollow unfurl unhitch unify unite unkink
unleash unlist unload unmate unmoor unnail unprotect unreel unregister unrig unsling unspool unstage unsync untag
untar unthaw untruss untuck unveil unwire upend uphold urge utter vaccinate vend verbalize vibrate volunteer vow waive
wake weatherproof weave whet whitelist whiten whittle wield wobble wrangle wrest wriggle yank
alter adopt advise approach bury carve cease chew climb communicate conclude crawl decorate denature destain discover drink eat
equilibrate homogenize ignore learn listen lie manage meet organize rely remain remind solve spend strengthen swim tug
acknowledge consult e-mail
season restring
flour cream butter salt skewer
sandwich relay register
accrue amortize ascend backport barricade bow castrate cordon deadhead debounce defrag dehorn denoise depreciate deprovision
deseed deserialize desaturate deworm disinfest dive downscale drench extubate federate ferment hibernate hitch hop hug
invalidate julienne leap marshal memoize mothball neuter nod offboard onboard percuss plumb recentre refactor repot say
shout signpost sleep snooze spay spit squint stare thresh tokenize transpile unfavorite unstar upscale virtualize vouch
warp weed whistle winnow yawn
brand bread cache core frame groom layer milk pepper pit plaster proof row sail screenshot section segment
shell snapshot stage stake star sugar tally tile watermark wave
"""

WEAK_VERBS = """
key focus access process package
document issue plan filter schedule flag ping trace pipette audit archive deposit escalate sow plant express draft
bookmark crease cradle buff wear date top advance alert anchor attend bandage bill brace breathe bundle camp catch charge claim coil compact cough
crush culture curl cushion detect dip discharge dispatch fan funnel fuse gauge harvest heap hose index initial knock leak
mill mold mould nail offset patch pipe plane plate position pound prop quote rake ram reach recap reel repair signal
silence slice slit span spin splash spot spread staple steady steam strain support tack taper tension thin toss
transport treat walk wind purge index notch prick posture knot smear
long double right left separate complete free empty clear own correct direct slow secure dry warm cool solder clamp
bolt screw latch hammer brush oil grease glue cap water clip cable label debug implement dock score wash paint bridge
short lower pair slot access switch contact boot power file plug report design grant increase decrease raise drop set
cut change back center comment copy count cover date delete display draw drain drill dust email exit export feed fill
find fit fix flash flip float follow force fork form format ground group hand hang heat help highlight hit hook hold
import input invoice jack jump kick lay lead level lift light limit line link list load lock look log map mark match
measure mix monitor mount move note open order pack page park pass paste pause pin place play plot point position pop
post press print process program pull pump purchase push query queue range reach read record release repeat request
reset rest restart result return review ride ring roll route run save scan scroll search seal sequence shape shift
ship show sign slide snap sort spray stack stage stamp start state step stick stop store strip study subject supply
support tag tape test text thread tie time toggle touch track transfer trigger trim try tune turn twist type update
upgrade upload use vent view visit wait watch wire work wrap zero zip zoom
bathe bevel block bolster bottle box braid break brief broadcast bubble burn capture cash cast chock circle clasp
clock comb cook credit cross curb cure debit dose drape dress drip drive dump dye ease edge
face fax freeze glance gown grade grill grout guard guide halt halve haul iron jam jog kill lap lease
lever lodge mail mask mate mirror nest offer pad pat peg phone pile pivot plow ply pool portion prompt puff
pulse punch rack ramp ratchet rate reference refuel relay rig rock rope round sample saw scale screen service shim
shine shunt skin sling smoke soap sound speed spell spoon square stain stall stand stay strike sum survey
sweat swing tackle talk target taste telephone tin tint tip toast torque total towel trade trail train trap travel
tread voice void vote waste wax wedge weld wet wheel whip witness x-ray yield
escort finish foil hash idle increment invite query quiet reprise rescue squash squat stash
stun
e-mail
season
flour cream butter salt
plug brake throttle exhaust water vortex suction pedal sand dial book shield preset strap seat crank probe buckle outline
duplicate exchange handle register tether interlock scrap scratch overlay sandwich balance relay
brand bread cache core frame groom layer milk pepper pit plaster proof row sail screenshot section segment
shell sleep snapshot stake star sugar tally tile warp watermark wave whistle
"""
"""Words that open a heading or a label ("Test results", "Copy - copies the file") as easily as an instruction."""

BARE_OBJECT_VERBS = """
check clean fill drain set clear open close cut turn heat  mix dry wash rinse lift hold pull push release lock load
mount fit seal screw clamp bolt lower raise drop wipe brush oil grease solder glue paint vent wait repeat return
restart reset start stop remove replace pour weigh stir save exit restore update upgrade upload visit wire tie trim
tune twist place position plug point press print pump roll slide snap spray stick touch unload wrap zip
"""
"""Weak words that may take an object without article ("Check oil level"); the others then begin a noun phrase ("Test results")."""

MOSTLY_VERBS = """
delete type use try find email e-mail stay treat walk attend breathe detect implement let comment empty export import
save show view visit wait highlight fix follow lay look hang help hit kill haul pat ply purge repair skewer stun sow
swing throw wake zap own reach refuel release toss tread vote update upgrade upload compact correct direct discharge
display enter free grease heat hold lift light list load lock lower map mix mount move open pour print raise
read repeat reset restart roll run screw seal send ship sign sort spray squash stick stop store sweep switch tie tighten
touch transfer trim tune twist wash weigh wipe wrap press push pull wire write zero amend connect
"""
"""Weak words that open an instruction more often than a heading, even with a bare noun behind them ("Delete old files")."""

TASKS = """
change charge test post service inspect approve back count measure note order print program rotate sample schedule sketch start
study turn audit archive document issue match monitor park process purge rake reach review route scrape search sharpen
slice steam supervise treat walk copy date dust exercise record report delete empty export import save show view find use
fix repair replace update upgrade open close send sign sort sweep mop store tidy tighten wash weigh wipe transfer
connect raise lower read restart reset remove run move enter correct release refill refuel fold vacuum scrub polish swab
secure separate shake shut peel cool warm freeze defrost stamp approve bleed feed strip type press push pull touch
"""
"""Weak words that open a task of a check list without article ("Test relief valve"), where its heading tells that work is to be
done."""

QUALITIES = """
old new temporary unused empty dirty loose worn damaged broken used faulty defective excess all both daily weekly monthly
unnecessary unwanted obsolete large small clean fresh dry hot cold warm distilled existing remaining outdated expired
unknown suspicious duplicate missing moving exposed accumulated visible entire own important sensitive personal available
required necessary relevant appropriate suitable proper correct wrong additional other unneeded corroded rusty leaking
cracked bent soiled contaminated spilled spent foreign any every each several multiple individual inactive
"""
"""Adjectives that stand in front of the object of a verb and hardly inside a compound noun ("Delete *old* files")."""

NOUN_VERBS = """
approach bend blend blow bypass call centrifuge clone collapse compress crop cycle dig dispute extract flush fold graft
grip hatch hire implant imprint incline interview ladle laminate launch loan melt microwave mop overload override
overhaul photograph pinch prime produce prune puncture quarantine rebalance rebate recall refill refund reject remedy
rent retrofit rinse rivet roast scoop shade shear shovel sieve simmer siphon sketch skip spike splice split sponsor
squeegee squeeze stretch stroke supplement swab swap swirl swivel tamper tare taste tilt tow transition trust tuck vacuum
varnish wick weld arm average control experiment limit onboard
"""
"""Verbs that open the subject of a statement or a name in capitals too ("Flush volume equals …", "Tilt Angle (deg)")."""

STATING_VERBS = """
equals means contains represents consists depends applies specifies indicates defines refers includes requires provides
corresponds defaults follows determines describes denotes exceeds remains varies occurs exists belongs governs comprises
maintains prevents ensures allows enables lets tells makes gives serves executes performs operates receives responds
proceeds continues becomes appears happens begins behaves uses accepts generates calculates computes creates converts
sends keeps produces reduces adds selects opens closes does doesn't doesn’t
"""
"""Verbs of a third person that are no plurals of nouns: in front of them stands a subject ("Filter housing contains …")."""

PLURAL_STATING_VERBS = """
equal mean contain represent consist depend apply indicate refer include require correspond follow exceed vary occur
exist belong comprise cause behave differ tend become seem appear do don't don’t
"""
"""The same behind a plural ("Process variables include …")."""

JOINED_VERBS = """
plug seat strap shield handle dial sand register buckle scrap exchange duplicate sandwich balance exhaust
cover run record sweep mop label store file count note inspect log mark move order switch fold read test scrub dust bleed feed
stack sort vacuum draw zero tap cool warm stamp sign copy swab bag box flip flush post swing report review secure separate
shut shake strain strip top transfer weld wax peel chop slice dice mash crush grill roast toast steam freeze defrost
"""
"""Weak words that take an object without article behind "and", where the verb in front has one too."""

COMPOUNDS = """
print settings|scan settings|display settings|filter settings|power settings|sound settings|record settings|test settings|cook top|drain plug|drain hose|drain valve|drain pan|drain pipe|drain cock|drain line|drain port|drain tube|drain screw|drain board
fill cap|fill port|fill valve|fill level|fill line|fill tube|fill plug|fill hose|check valve|check box|check list|check mark
clean cloth|clean water|clean rag|clean room|dry cloth|dry ice|dry air|dry rag|cover plate|cover screw|cover glass|cover slip|cover sheet|cover page|cover letter|open flame|open fire|open wound|open circuit|open end|open source|open order
close button|close icon|cut line|cut edges|cut end|cut ends|turn signal|turn signals|turn indicator|heat sink|heat sinks
heat exchanger|heat shield|heat gun|heat pump|mix tank|wash basin|wash water|wash bottle|wash tank|wash buffer|wash cycle
rinse water|rinse cycle|rinse tank|rinse aid|lift truck|lift arm|lift arms|lift table|lift cylinder|lift lever|lift rod
hold button|hold switch|pull rod|pull ring|pull tab|pull cord|pull handle|push rod|push rods|push button|push buttons
release lever|release button|release valve|release liner|release agent|release knob|release tab|release catch|lock nut
lock nuts|lock washer|lock washers|lock ring|lock pin|lock screw|lock plate|lock lever|load cell|load cells|load current
load capacity|load lines|mount plate|mount bracket|fit tolerance|seal ring|seal rings|seal kit|seal plate|screw cap
screw caps|screw holes|screw heads|screw driver|screw terminals|screw terminal|screw thread|clamp ring|clamp bolt
clamp bolts|clamp screw|clamp meter|bolt holes|bolt heads|bolt torque|bolt pattern|drop box|drop height|wipe test
brush head|brush holder|brush holders|brush cover|oil level|oil filter|oil pan|oil pump|oil temperature|oil pressure
oil seal|oil seals|oil cap|oil cooler|oil change|oil drain|oil filler|oil leaks|oil line|oil lines|oil tank|oil supply
grease gun|grease nipple|grease nipples|grease fitting|grease fittings|grease trap|grease filter|solder joint|solder joints
solder paste|solder wire|glue gun|glue joint|paint booth|paint can|vent valve|vent hole|vent holes|vent hose|vent pipe
vent cap|vent plug|vent line|vent screw|wait time|wait times|repeat rate|repeat mode|return line|return spring|return air
return valve|return key|return path|restart button|reset button|reset key|reset switch|start button|start key|start switch
start time|start date|start menu|start page|start position|stop button|stop key|stop switch|stop valve|stop position
stop lever|stop time|stop screw|stop bit|stop bits|pour spout|weigh boat|weigh paper|stir bar|stir rod|save button|exit code
exit codes|exit door|exit doors|exit button|exit sign|exit signs|update file|update files|update server|upgrade kit
visit date|visit number|visit time|wire brush|wire end|wire ends|wire gauge|wire harness|wire rope|wire mesh|wire tie|wire ties
tie rod|tie rods|tie wrap|tie wraps|trim panel|trim panels|trim level|tune file|twist ties|twist lock|place name|place card
position sensor|position switch|position number|plug cover|plug connector|point size|press fit|press brake|print head
print heads|print queue|print job|print jobs|print quality|print settings|pump housing|pump motor|pump speed|pump shaft
pump unit|pump rate|roll bar|roll cage|slide switch|slide rail|slide rails|slide valve|slide bar|snap ring|snap rings
snap fit|spray nozzle|spray nozzles|spray bottle|spray arm|spray arms|spray gun|spray pattern|touch screen|touch panel
touch pad|touch pen|wrap angle|zip file|zip files|zip code|zip tie|zip ties|set screw|set screws|set value|set values
set point|set points|set pressure|set temperature|clear coat|clear button|clear key|lower limit|lower end|lower part
change in|increase in|decrease in|rise in|return on|access to|support for|approach to|note on|note about|comment on|question about|reference to|guide to|key to|answer to|exposure to|damage to|visit to|request for|report on
heat shrink|heat transfer|heat loss|heat load|heat source|tilt switch|tilt angle|tilt sensor|dry chemical|dry weight|dry run|dry film
dry contact|clear acrylic|clear glass|clear view|clear height|clear width|screw type|screw size|screw length|screw set|trim tab
trim pot|turn ratio|turn radius|turn count|turn table|plug type|plug gauge|plug wrench|throttle valve|throttle body|throttle cable
throttle lever|flush valve|flush tank|flush volume|brake pedal|brake fluid|brake pad
brake shoe|brake disc|brake line|brake light|brake lever|brake cable|exhaust pipe|exhaust fan|exhaust gas|exhaust valve|exhaust hose
exhaust port|water level|water pump|water tank|water pipe|water supply|water pressure|water temperature|water quality|water filter
water inlet|water hose|water bath|water valve|water line|water jacket|water column|vacuum pump|vacuum hose|vacuum line|vacuum cleaner
vacuum gauge|vacuum oven|fold line|squeeze bulb|start value|close time|open time|hold time
lift height|lift point|lift range|load case|load curve|load balancer|load bank|pull force|pull strength|pump station
pump power|pump efficiency|push force|release date|release note|release time|release agent|release level|restart file|mount point
mount type|mix ratio|mix design|fill rate|fill time|fill weight|fill color|fill colour|fill factor|fit line|fit type|lock bit|lock bolt
lock time|lock code|lock mode|clean agent|check digit|check sum|check point|cut size|cut depth|cut speed|cut length
drain time|drain rate|drain outlet|drain pipe|drop height|drop size|drop time|drop rate|exit velocity|exit time|exit status|exit point
exit temperature|oil type|oil grade|oil sump|oil viscosity|oil consumption|paint color|paint colour|paint thickness|point cloud|point load
point of|point number|position error|position value|pour point|pour temperature|press force|print area|print speed
print margin|print range|print preview|reset value|reset time|return code|return value|return flow|return pump|return period
return address|roll angle|roll axis|roll rate|roll height|roll paper|save interval|save format|seal water|seal face
slide angle|slide number|slide time|slide gate|slide base|snap point|snap mode|spray angle|spray pressure|stick friction|stop bit
stop criterion|stop criteria|stop distance|tie line|tie bar|tie point|touch sensitivity|touch key|touch sensor|tune range|twist grip
twist rate|update rate|update interval|update period|update time|upload speed|upload limit|visit log|wait state|wash temperature
wash program|wash programme|wash cycles|wash bay|weigh scale|weigh bridge|weigh cell|wire size|wire color|wire colour|wire length
wire diameter|wire type|wire strippers|wire cutters|wire nuts|wrap length|zip drive|store room|store number|store manager|order number|order form
order date|order quantity|order status|order entry|note number|count rate|count value|run time|run number|run mode|run length
run button|read rate|read error|read time|read only|record type|record mode|record format|test point|test tube
test lead|test result|test strip|test mode|test run|test data|test report|test kit|test pressure|test bench|test case
cover layer|cover crop|cover type|cover gasket|switch position|switch type|switch panel|switch box
switch mode|switch port|feed rate|feed pump|feed line|feed hopper|feed roller|feed speed|feed pressure
label size|label printer|label stock|label format|mark size|move speed|move distance|draw bar|draw mode|draw height|draw rate|dust cover
dust cap|dust filter|dust mask|dust bag|dust collector|dust extraction|bleed valve|bleed screw|bleed nipple|bleed air|tap water|tap size
tap changer|sand paper|sand filter|sand trap|sign language|copy number|copy button|copy mode|flip chart|flip side|flip flop|post code
post office|post number|swing arm|swing gate|swing door|report date|report file|report format|report number|report header|review date
review board|review cycle|secure area|shut height|strip length|strip width|strip chart|top plate|top cover|top layer|top case|top speed
transfer case|transfer pump|transfer rate|transfer line|transfer function|transfer time|transfer switch|wax paper|steam trap|steam valve
steam line|steam generator|steam pressure|toast rack|freeze point|freeze plug
lower case|lower half|lower edge|lower side|lower cover|lower arm|lower arms|lower section|raise lever
"""
"""Words of two that are one noun though the first may be a verb: "Remove the cap and drain plug"."""

GOAL_VERBS = """
log out of|sign out of|log off of|scroll through|check for|dispose of|adhere to|respond to|reply to|attend to|inspect for|test for|comply with|agree to
subscribe to|refer to|step through|go to|navigate to|log in to|log in into|sign in to|look at|look for|browse to|wait for
point to|switch to|proceed to|return to|search for|listen to|page through|cycle through|log on to|sign on to|click on|tap on
press on|push on|pull on|go into|turn to|connect to|swipe on|jump to|skip to|advance to|continue to|move to|change to
arrange for|ask for|apply for|listen for|watch for|feel for|register for|sign up for|knock on|step on|stand on|sit on|lean on
tread on|focus on|decide on|take care of|get rid of|deal with|continue with|proceed with|start with|begin with|consult with
meet with|speak with|speak to|talk to|communicate with|check with|stick to|log into|look into|see to|account for|allow for
observe for|monitor for|scan for|probe for|examine for|wait on|look through|flip through|scroll to|navigate through|run through
go through|walk through|zoom in on|zoom into|double-click on|right-click on|hover over|click over|click inside|click within|right-click over|right-click in|right-click inside|right-click within
double-click over|double-click in|double-click inside|double-click within|click in|play with|fiddle with|work on|act on
report to|write to|pay for|care for|account to|aim at|gaze at|glance at|stare at|look after|look up|appeal to|object to
"""
"""Verb and preposition whose object is what the verb acts on ("wait for the signal")."""

UI_VERBS = """
click double-click right-click press tap push select choose touch hold swipe toggle check uncheck hit open close go switch
display show navigate return enter exit scroll view access drag hover activate use visit browse expand collapse leave quit
depress release type maximize minimize restore refresh reload find locate highlight double-tap long-press display launch
hover
"""
"""Verbs that act on a screen or a keyboard: behind them "tab", "page" or "key" only names the kind of the control."""

ROLES = """
user operator technician supervisor worker employee nurse clerk inspector installer driver engineer administrator manager
assistant staff personnel teller cashier officer agent chef cook waiter receptionist pharmacist physician doctor surgeon
dentist therapist analyst chemist scientist researcher student teacher instructor trainer trainee pilot captain mate crew
deckhand seafarer electrician plumber mechanic welder fitter rigger signaller banksman foreman handler picker packer loader
dispatcher planner buyer accountant bookkeeper auditor approver reviewer requester applicant author editor developer tester
maintainer contributor guard janitor cleaner housekeeper caregiver carer medic paramedic firefighter responder member
contractor visitor representative associate attendant steward butcher baker machinist setter leader lead coordinator owner
practitioner radiographer phlebotomist midwife anaesthetist anesthetist anyone everyone person team people
"""
"""Persons whose work a manual tells ("The operator shall …", "Tellers must …"); their plurals count too."""

SITUATION_NOUNS = """
emergency emergencies weather condition conditions case cases event environment environments winter summer season rain
darkness dark temperature temperatures climate climates mode modes state operation startup start-up shutdown power-up
power-on boot arrival completion delivery transport storage maintenance servicing cleaning charging playback recording
installation start end beginning finish failure fire leak leakage spill contact doubt absence outage night daytime
traffic wind wet snow ice fog sun sunlight heat cold humidity load water seawater
"""
"""Nouns of situations: "In an emergency, …" says when, "In the dialog, …" says where."""

IRREGULAR = {
    "chose": "choose", "chosen": "choose", "held": "hold", "ran": "run", "running": "run", "setting": "set", "putting": "put", "made": "make", "making": "make", "plugging": "plug", "plugged": "plug", "tapping": "tap", "tapped": "tap",
    "swiping": "swipe", "typing": "type", "choosing": "choose", "using": "use", "took": "take", "taken": "take", "taking": "take", "wrote": "write", "written": "write", "writing": "write", "went": "go", "gone": "go", "left": "leave", "leaving": "leave",
    "kept": "keep", "gave": "give", "given": "give", "drew": "draw", "drawn": "draw", "done": "do", "did": "do", "does": "do", "found": "find", "sent": "send", "built": "build", "bent": "bend", "shut": "shut", "shutting": "shut", "cut": "cut",
    "cutting": "cut", "put": "put", "set": "set", "read": "read", "hit": "hit", "hitting": "hit", "let": "let", "began": "begin", "begun": "begin", "dragging": "drag", "dragged": "drag", "dropping": "drop", "dropped": "drop", "stopping": "stop",
    "stopped": "stop", "logging": "log", "logged": "log", "clipping": "clip", "fitting": "fit", "fitted": "fit", "getting": "get", "got": "get", "mapping": "map", "mapped": "map", "scanning": "scan", "scanned": "scan", "zipping": "zip",
    "planned": "plan", "trimming": "trim", "trimmed": "trim", "submitting": "submit", "submitted": "submit", "sitting": "sit", "spinning": "spin", "swapping": "swap", "swapped": "swap", "unplugging": "unplug", "unplugged": "unplug", "programming": "program",
    "wrapping": "wrap", "wrapped": "wrap", "winding": "wind", "wound": "wind", "stuck": "stick", "hung": "hang", "laid": "lay", "lit": "light", "broke": "break", "broken": "break", "tore": "tear", "worn": "wear", "wore": "wear", "brought": "bring",
    "bought": "buy", "caught": "catch", "dealt": "deal", "fed": "feed", "met": "meet", "paid": "pay", "said": "say", "saw": "see", "seen": "see", "shown": "show", "slid": "slide", "sliding": "slide", "stood": "stand", "told": "tell", "thrown": "throw",
    "rebooting": "reboot", "pinning": "pin", "pinned": "pin", "stripping": "strip", "snapping": "snap", "quitting": "quit", "transferring": "transfer", "transferred": "transfer", "tying": "tie", "tied": "tie", "closing": "close", "appears": "appear",
    "controlling": "control", "cancelling": "cancel", "cancelled": "cancel", "labelled": "label", "labelling": "label", "referring": "refer", "beginning": "begin", "editing": "edit", "exiting": "exit", "entering": "enter",
}  # fmt: skip

PARTICLE_VERBS = """
pass in|long tap|short tap|double press|triple press|long click|single click|single tap|triple click|triple tap|check out|turn on|turn off|turn up|turn down|switch on|switch off|power on|power off|power up|power down|power cycle|plug in
log in|log on|log out|log off|log into|sign in|sign out|sign up|set up|back up|shut down|shut off|start up|pull up
pull down|pull out|pull off|push in|push down|push out|push up|take off|take out|take apart|put on|put in|put back
put away|put together|pick up|fill in|fill out|fill up|hang up|lift up|lift off|screw in|screw on|slide in|slide out
slide on|snap in|snap on|snap off|zoom in|zoom out|go to|go back|look for|look at|look up|long press|short press
double click|right click|left click|double tap|write down|note down|open up|close down|break off|break down|cut off|cut out
clean up|clean out|wash off|wipe off|wipe down|dry off|drain off|blow out|blow down|blow off|bring up|call up|carry out|check in
check off|click on|clip on|clip off|close off|cool down|double-click on|right-click on|drop off|fold up
fold back|follow up|get up|hold down|hold on|hook up|join in|lay out|let go|line up|lock in|lock out|move on|point to
point at|pop off|pop out|pop up|press down|print out|read off|roll back|roll up|roll out|rule out|run through|save as
send out|set aside|set down|step through|stick on|strip off|sync up|throw away|tie up|top up|touch up|try out
twist off|type in|unscrew from|warm up|wind up|wrap up|swipe up|swipe down|swipe left|swipe right|heat up|refer to
pour in|pour out|pour off|put down|let in|push back|pull back|screw down|strap down|tie down|tape down|bolt down|peel off|peel back|tear off|rinse off|rinse out
shake off|wash out|take down|take away|turn over|turn around|flip over|fold over|bend over|slide off|slide back|lift out|pull away
rub off|scrape off|trim off|wind on|key in|add up|mark off|tick off|check over|look over|go over|read out|read through|hand over
hand in|send back|bring back|give back|put aside|lay down|lay aside|hook on|plug into|tag out|pry open|pry off|pry up|dip in|fan out|top off|spread out|wind off|short circuit|double check|tap on|make sure|be sure
ring up|slow down|speed up|back out|back off|bolt on|brush off|block off|block out|cap off|close out|cross out
count out|cut back|cut down|drop in|flush out|hose down|kick off|let out|let down|lock down|level out|pack up
pass on|phase out|punch in|punch out|clock in|clock out|rope off|scale up|scan in|scrub in|seal off|shave off
siphon off|slip on|slip off|smooth out|space out|spin down|spin up|spool up|stand by|stir in|straighten out|suck out
swap out|switch over|tear down|tip over|vacuum up|wash down|wring out|zero out|zip up|ease out|ease off|thaw out
screw off|pull apart|pull through|push through|draw off|draw up|drain out|scoop out|squeeze out|wipe up|mop up
soak up|knock off|hand off|mix in|tuck in|slot in|swap in|pipette off|siphon out|call off|set off|bring in|boot up
ramp up|ramp down|cash out|cash up|back away|stand back|step back|unscrew off|lift away|set out|sort out|pair up
swing open|swing out|swing back|pull open|push open|slide open|prop open|wind back|reach in|leave out|fit in
hook off|lever up|lever off|lever out|rack out|rack in|measure out|weigh out|dish up|wire up|chop up|break up|use up
round up|add in|work out|figure out|find out|pay in|pay out|empty out|spray down|damp down|touch off|tilt back|dry run|keep away|keep off|keep out|keep clear|stay away|stand clear|move away|move back|move over|drive off|drive in|drive out|dry out|tip out|tip up|tip back|run out|run in|burn off|cool off|let off|bleed out|boil down|cut away
clear away|clear up|clear out|put up|hold up|give out|give up|hang on|dial up|hammer in|knock in|knock out|tap in|tap out|thread in|lock on|latch on|hinge up|hinge down|fold out|fold away|lean back|point out|press out|press together
push together|put out|read back|ring off|roll down|roll over|rotate out|saw off|sign off|sign on|clock on|snap together|snip off|soak off|split up|stack up|stir up|strip back|strip away|suck up|suck in|swab down|sweep up|sweep out
swing down|swing away|swing up|swing around|tag off|throw out|tidy up|trim back|turn back|turn in|twist on|twist out|type out|wind down|wind in|wipe away|wipe out|write in|write out|write off|write up|cross off|charge up|check back|cordon off
dig out|drill out|dust off|edge out|scroll down|scroll up|page down|page up|scan out|screen out|sand down|file down|grind off|grind down|burn in|call in|call out|call back|phone in|ring back|report in|report back|book in|book out|check through
close up|come back|count up|count down|cover up|crimp on|draw in|draw out|draw down|drop down|feed out|fill back|fit on|fit together|fix on|flatten out|flick off|flick on|float off|flush away|force out|force open|freeze out|gather up|get out|get off
get in|get on|hoist up|hook in|join up|join together|jack up|keep back|knock down|knock over|ladle out|lay flat|lead in|lead out|lean over|lever open|lift down|lift over|lift open|link up|live up|load up|lower down|make up|mark down|mark out|mark up|mask off
melt down|mix up|mount up|open out|pack away|pack in|pack out|pat dry|pay back|pay off|peel away|pin down|pin up|pipe in|pluck out|plug up|plug together|point up|point down|pop on|pop open|pour away|pour back|power back|press in|press back|press up|prise off|prise open|prise out|prop up|pry apart|pull around|pull back
pull tight|pump in|pump out|pump up|push over|push away|push off|push apart|put through|rake out|reel in|reel out|reel off|roll in|roll away|roll on|round down|rub down|rub out|run down|run off|scrape away|scrape out|screw together|screw out|scrub down|seal up|send in|send off|separate out|settle up|shake out|shake up|shake down
show in|sift out|sign over|skim off|slice off|slide down|slide up|slide over|slide apart|slip over|snap back|snap apart|speak up|spin off|spray on|spread apart|squeeze in|squeeze together|stand up|stand down|start off|step down|step up|step off|step out|stick together|straighten up|strap in|strap on|stretch out|string up|swing in|swing aside|switch back
take back|take over|take in|take up|tap off|tease out|tease apart|thin out|thread on|throw over|tie in|tie on|tie off|tighten down|tighten up|tilt down|tilt up|tilt forward|trace back|tuck under|tug out|turn out|twist apart|twist together|type up|unscrew out|wait out|warm through|wash away|weigh in|wheel out|wheel in|whip up|wrap around|zoom back
toggle on|toggle off|flip on|flip off|snap shut|push shut|pull shut|slide shut|bleed off|snug down|tie back|dial in|hold back|fold in|beat in|rub in|stir through|feed in|feed through
"""
"""Verb and particle that mean one operation. The particle may stand behind the object ("turn the radio on")."""

LEADING = """
first second third next then finally lastly last now also and or but so please optionally alternatively again
afterwards subsequently simply just carefully gently slowly firmly manually immediately directly instead additionally
furthermore moreover however therefore thus here otherwise once hence similarly likewise basically initially secondly
thirdly firstly later still always usually generally normally typically kindly quickly briefly temporarily completely
fully thoroughly periodically regularly securely properly correctly visually meanwhile afterward thereafter simultaneously concurrently alternately
"""

ADVERBS = """
carefully gently slowly firmly manually immediately directly simply just then now first also again only always never
quickly briefly temporarily completely fully thoroughly securely properly correctly either both lightly tightly
loosely evenly partially automatically next optionally still usually actually physically repeatedly subsequently
normally finally clearly all ahead together as twice down up yourself too well easily back away clockwise
counterclockwise anticlockwise forward backward upright upward upwards downward downwards inward outward sideways
overnight already yet anywhere somewhere everywhere there here indoors outdoors inboard outboard astern ashore aboard hard fast daily weekly monthly yearly hourly quarterly afterwards afterward beforehand further farther deeper closer straight apart halfway midway partway slightly diagonally crosswise lengthwise underneath overhead alongside nearby
"""

DETERMINERS = "the a an your this that these those its their his her our my any some each every all both another such no own one's"

PREPOSITIONS = """
in on at from to into onto with without by for of under over above below through via using as within during between
against around across along behind beside next near off out up down upon about toward towards per before after until
when if while unless once so because since that which who whose whom where whether how what why than like except instead including such
according is are was were will would can could should may might must has have had be been being appears opens and/or
located labeled labelled named called marked shown described listed displayed followed containing provided starting
based corresponding not rather depending regarding concerning throughout despite onto past
"""

OPENERS = {
    # word that opens a subordinate clause -> what the clause is
    "if": "if", "when": "when", "whenever": "when", "unless": "if", "once": "once", "after": "after", "before": "before", "until": "until", "till": "until", "while": "while", "during": "while", "as soon as": "once", "once more": "", "once a second": "", "once a minute": "", "once a day": "", "once a week": "", "once a month": "", "once a year": "", "once a shift": "", "once a quarter": "", "once a season": "", "once an hour": "", "once each day": "", "once each week": "", "once again": "", "once per": "", "once every": "", "once daily": "", "once only": "", "once weekly": "", "in case": "if", "in the event": "if", "provided that": "if", "as long as": "if",
    "prior to": "before", "each time": "when", "every time": "when", "by the time": "before", "immediately after": "after", "right after": "after", "shortly after": "after", "immediately before": "before", "even if": "if", "only if": "if", "only when": "when", "assuming that": "if", "in case of": "if", "in the event of": "if", "in the event that": "if",
    "upon": "after", "where": "where", "should": "should", "whether": "where", "because": "reason", "since": "reason", "as": "reason", "as you": "as", "although": "reason", "though": "reason", "so that": "reason",
    "as needed": "phrase", "if necessary": "phrase", "if needed": "phrase", "before and after": "before", "as necessary": "phrase", "as required": "phrase", "if required": "phrase", "when necessary": "phrase", "when needed": "phrase", "if desired": "phrase", "if possible": "phrase", "where applicable": "phrase", "if applicable": "phrase", "as appropriate": "phrase",
}  # fmt: skip

EVENT_VERBS = """
appear open display show become turn flash blink light start begin stop finish complete close disappear change switch
launch load move return take give result cause produce create update refresh save play beep sound ring shut restart
reboot exit boot spin run bring go pop redirect transition prompt
"""

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

CAUTION_HINTS = """
not n't n’t never care caution cautious aware beware warning danger avoid otherwise else hazard prohibited forbidden risk
damage injur death fire loss burn shock destroy malfunction failure explo irritation blindness dizziness suffocation
poisoning overheat short crush leakage accident harm break lost erased wiped
"""
"""What every warning holds one of: a sentence without them is not looked at more closely."""

PATTERNS = {
    "sentence_end": r"(?=[.!?])(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\b[Ff]ig)(?<!\bvs)(?<!\bNo)(?<!\bNos)(?<!\bVol)(?<!\b[Aa]pprox)(?<!\b[Ff]igs)(?<!\bEq)(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bcf)(?<!\bRef)(?<!\d (?:qt|oz|lb|in|ft|pt|yd))(?<!\d (?:gal|lbs|tsp))(?<!\b[A-Z])[.!?]+(?=\s+[\"'(\[]?[A-Z\ue000\ue001]|\s*$)|;(?=\s)|(?<=[a-z)\ue000])\s+(?=[A-Z])(?:(?=(?:Figure|Fig\.|Table) \d+(?:[-.–]\d+)*[.:]? [A-Z][^.]*$)|(?<!\bthe )(?<!\band )(?<!\bset )(?<!\bor )(?<!\bto )(?<!\bof )(?<!\bas )(?<!\bin )(?<!\ba )(?<!option )(?<!called )(?=(?:When(?:ever)?|If|Once|After|Before) (?:the|a|an|you|your|it|this|all|no|any|there|[a-z]+ing)\b))|\s*(?:→|⇒|->|=>)\s*(?=(?:the|a|an|this|your|it)\b)|\n+",
    # A name in capitals with what it is or does behind a colon or dash.
    # A caption that was printed behind the item.
    "caption": r"\s*(?:Fig(?:ure)?\.?|Table|Photo|Screenshot|Listing)\s*[A-Z]?\d+(?:[-.–]\d+)*[.:]?(?:\s+(?!(?:shows?|lists?|displays?|illustrates?|depicts?|gives?|describes?|contains?|explains?|is|are|below|above|and|or|to|for|in)\b)|\s*$)(?![^.]*\b(?:appears|opens|is|are|shows|will)\b)",
    "name_label": r"\s*([A-Z][\w/+&%.]*(?: [A-Z(][\w/+&%.)]*){0,3})\s*(?::|\s[-–—]|[-–—](?=\s))\s",
    # No sentence without one of these holds a condition.
    "condition_hint": r"\b(?:if|when\w*|unless|once|after|before|until|till|while|soon|case|event|long|upon|should|needed|necessary|required|desired|possible|applicable|appropriate|prior|time|with)\b",
    # A word that only says how to take what follows.
    "notice_label": r"\s*(?:important|note|notice|tip|hint|optional(?:ly)?|remember|attention|recommended|example|step \d+|\d+)\s*[-–—:!.)]+\s+(?=\S)",
    # Headings of what is no procedure, with their numbers and signs.
    "describing_heading": r"[\W\d]*(?:appendix [a-z]\W+)?(?:change ?logs?|change (?:history|summary)|release notes?|(?:revision|version|release) history|what['’]s new.*|licen[cs]es?|acknowledge?ments|references|bibliography|(?:table of )?contents|glossary|abbreviations?|acronyms|parts? list|bill of materials|list of (?:figures|tables)|specifications?|(?:key |main |new )?features|highlights|advantages|benefits|road ?map|to-?do(?: list)?|known (?:issues|bugs|problems|limitations)|(?:[\w ]+:\s)?how-?tos?|quick links|see also|(?:related|further|other) (?:topics|links|reading|articles|pages)|in this (?:section|chapter|guide|article))\W*",
    # What a list below names and nobody is told to do now: functions, entries of a menu, what is possible.
    "listing_heading": r"[\W\d]*(?!\w+ing )(?:(?:[\w-]+ ){0,3}(?:features|highlights|benefits|advantages|strengths|roles|permissions|privileges|rights|functions|functionality|capabilities|use cases|applications|topics|(?:supported|possible|available) operations|keyboard shortcuts|shortcuts|menus?(?: (?:items?|commands?|options))?|tool ?bars?(?: (?:buttons|icons))?|commands|options|technical data|dimensions|ratings|spare parts|symptoms|causes?|controls|indicators)|(?:in|with) [\w ]+,? you can|you can(?: also)?|what (?:you can do|you(?: will|['’]ll) (?:learn|need)|is included|['’]s in the box).*|(?:scope of|included in) (?:the )?delivery|accessories|what (?:it|this [\w ]+) (?:does|can do)|overview|objectives|goals|learning (?:objectives|outcomes)|examples of use|to-?dos?(?: list)?)\W*",
    # What is to be done stands below.
    "working_heading": r"[\W\d]*(?:(?:[\w/&,-]+ ){0,5}(?:maintenance|first use|maintenance (?:schedule|plan|tasks?|work)|inspections?|checks?|check[ -]?lists?|lubrication|cleaning|procedures?|steps|instructions|troubleshooting|set-?up|installation|commissioning|shut-?down|start-?up|servic(?:e|ing)|preparations?|tasks|storage|remed(?:ies|y)|solutions?|corrective actions?|what to do|close|opening|closing|(?:after|before|during) (?:use|operation|work|start(?:ing)?|each use|every use)|daily|weekly|monthly|quarterly|annually|yearly)|(?:how to|before|after|every|each|if|when|to|step) .+|\w+ing (?:the|a|an|your|up|out|off|down|to|from|with|in)\b.*|[\w ]+ing (?:\w+ )?\w+s(?<!ss))\W*",
    # A function, a method or an identifier with a point or a capital inside, as headings of programming manuals print it.
    "code_heading": r"\W{0,4}(?:new )?(?:(?:[\w$]+\.){1,3}[\w$]+ ?\(.*\)|(?:[A-Za-z_$][\w$]*[.#]){0,3}[a-zA-Z_$][\w$]*\((?!(?:s|es|ing|ed)\)).*\)|(?:[a-z_$][\w$]*\.){1,3}(?!(?:js|ts|py|md|json|net|io|org|com|sh|exe|ini|txt|conf|ya?ml|xml|html?|pdf|bat)$)[A-Za-z_$][\w$]*|\.?[a-z]{2,}[A-Z][a-z][\w$]*|[a-z]+_\w+)\W{0,2}(?:\s*(?:=>|->|→|:).*)?",
    # An option, identifier or sign with what it does behind a colon or dash: "maxSize: Set to …", "-v: Use …", "? : Open …".
    "code_label": r"\s*[^\w\s]{1,2}\s*:\s|\s*(?:Chapter|Section|Appendix|Annex) [\dA-Z]+(?:\.\d+)*\s*[:.–—-]\s|\s*(?:[Ss]ee also|[Rr]elated(?: topics?)?):\s|\s*(?!(?:note|notes|notice|tip|hint|optional|remember|or|and|then|also|next|finally|first|second|third|lastly|otherwise|alternatively|example|warning|caution|step|if|when)\b)(?:--?\w[\w-]*|0x\w+|[a-z][\w.$-]*)(?:\ue001+(?:\s+(?=[A-Z])|\s*:\s)|\?\s|\s*\ue001*\s*(?::|\s[-–—])\s)",
    # Any words in front of a colon behind which an instruction may begin.
    "topic_label": r"\s*([A-Z][\w/&+%.'’-]*(?: [\w/&+%.()'’-]+){0,6})\s*:\s+(?=[A-Z])",
    # What stands above or before a warning and is none without what follows.
    "signal_word": r"\W*(?:warnings?|caution|danger|attention)\W*",
    "caution": r"^\W*(?:\w+ )?(?:risk|hazard|danger) of\b|\b(?:do not|don['’]t|never|must not|mustn['’]t|should not|shouldn['’]t|may not be|(?:make|be) sure (?:not|(?:that )?you (?:do not|don['’]t))|be(?:ing)? careful|be(?:ing)? cautious|be aware|tak(?:e|ing) care|use caution|with caution|caution|(?<![a-z]-)warning|danger(?:ous)?|beware|(?<!to )(?<!To )avoid|(?:(?<=[,;] )|^)otherwise(?=[^.;]*\b(?:may|might|will|could|can|cannot|not|won['’]t|can['’]t)\b)|or else|hazard(?:ous)?|prohibited|forbidden|at your own risk|(?:may|can|could|will|might) (?:cause|result in|lead to|void|be) ?(?:(?:serious|severe|permanent|personal|bodily|irreversible|the|an?) )*(?:\w+ )?(?:damaged?|injur(?:y|ies|ed)|death|fire|loss|burns?|shock|destroyed|malfunction|failure|explosion|irritation|blindness|dizziness|suffocation|poisoning|overheating|short[- ]circuits?|crushing)|(?:data|files|contents?|eeprom|memory|everything|recordings?|changes|work)\b[^.;,]{0,40} (?:will|may|can|could|might|would) be (?:\w+ )?(?:lost|erased|wiped)|(?:injur(?:y|ies)|damage|death|burns?|fire|shock|explosion|malfunction|leakage|accidents?|loss)\b[^.;,]{0,30}? (?:may|can|could|might|will) (?:result|occur|ensue|follow)|(?:may|can|could|might|will) (?:damage|destroy|harm|injure|burn|break|overheat|explode))\b",
    # Statements of what is not so ("the prices do not change", "is never reset"), and words of warnings that are names.
    "not_caution": r"^(?!please|also|always|then|however|thus|you|users|operators|in\b|on\b|for\b|with\b|during|to\b|when|if\b|after|before|under|at\b|from|by\b|once|while|unless|between|without|as\b|\w+ly\b)(?:[\w-]+ ){0,2}[\w-]{3,}s (?:of|in|for|with|from) (?:(?!but\b|and\b|or\b|so\b)[\w-]+ ){1,4}(?:do not|don['’]t)\b|, (?!please|also|always|then|however|thus|you|users|operators|in\b|on\b|for\b|with\b|during|to\b|when|if\b|after|before|under|at\b|from|by\b|once|while|unless|between|without|as\b|\w+ly\b)(?:[\w-]+ )?[\w-]{3,}s (?:do not|don['’]t)\b|\b(?:they|we|these|those) (?:\w+ )?(?:do not|don['’]t)\b|\byou (?:\w+ )?(?:do not|don['’]t) (?:have to|need)\b|(?:^|[,;:] |\b(?:and|but|as|so|because|since) )(?:(?:the|these|those|such|most|some|all|many|other|several|both|old|new|only) )+(?:(?!you\b|to\b)[\w'’/-]+ ){0,7}(?<!you )(?:do not|don['’]t)\b|^(?!please|also|always|then|however|thus|you|users|operators|in\b|on\b|for\b|with\b|during|to\b|when|if\b|after|before|under|at\b|from|by\b|once|while|unless|between|without|as\b|\w+ly\b)(?:[\w-]+ )?[\w-]{3,}s (?:do not|don['’]t|never)\b|\b(?:that|which|who) (?:do not|don['’]t)\b|\b(?:is|are|was|were|has|have|had|will|would|can|it|they|which|that|does) (?:\w+ )?never\b|\bnever (?!be\b)(?:been|\w{2,}[^e\W]ed|seen|found|sent|written|run|shown|used|placed|changed|stored|saved|moved|removed|closed|\w+[^s\W]s)\b(?! the\b)|\bmay not be (?:able|available|visible|displayed|accurate|supported|possible|found|enough|sufficient|suitable|necessary|compatible|shown|present|complete|correct|identical|required|needed|obvious|clear|where)\b|\bshould not (?:see|hear|notice|feel|need|have)\b|\b(?:don['’]t|do not) forget|\b(?:if|when|where|unless)\s+(?:you|they|it|there)\s+(?:do not|don['’]t|should not)|\b(?:if|that) (?:\w+ ){1,4}(?:do not|don['’]t)\b|you (?:do not|don['’]t) (?:need|have)|\b(?:warning|caution|danger|hazard) (?:message|icon|light|lamp|sign|window|dialog|tag|tape|label|notice|board|area|zone|tones?|beeps?|sounds?|levels?|thresholds?|alarms?|signals?|settings?|states?|status|text|screen|pop-?up|box|switch|delay|time|limits?|values?|function|feature|options?)(?:s|es)?\b|\bwarnings? (?:is|are|will|appears?|may|can)\b|\b(?:an?|the|no|this|low|any) warnings?\b(?!\s*[:!])",
    # What joins a warning to the operation in front of it ("Close the lid, being careful not to …").
    "warning_joint": r"(?:,|;|\s[-–—])\s+(?:(?:but|and|so|then|please|while|always)\s+)*$",
    # What joins a reason that warns to the operation in front of it ("Solder quickly, as heat may damage …").
    "reason_joint": r",\s+(?:as|because|since|for|or(?: else)?)\s+(?=(?:the|a|an|this|these|it|they|you|too|any|some|all|\w+)\s)",
    # What joins an operation to the warning in front of it.
    "warned_joint": r",\s+(?:and|then|and then)\s+",
    # A command printed behind its instruction.
    "command": r":\s+(?=(?:\$ )?[a-z./~][\w./~-]*\s[^.]*[=/\\_$]|[a-z]+ --?[a-z])",
    "message": r"\b(?:error|warning)s?\b|\bmessages?\b",
    "bare_condition": r"in (?:this|that|these|those|such|each|either|both|all|most|some|any|other|the former|the latter) (?:cases?|states?|conditions?|events?|modes?|situations?|environments?)|(?:after|before|until|upon|once|when|if) (?:that|this|then|so|not|now|which|all|you are done|(?:this|the|each|every) (?:step|time|point))|(?:before|after) (?:it|them|(?:this|that|the other|the last|the first|the next|the previous) ones?|the other|another)|if any|if at all|when in doubt|as soon as possible|as (?:shown|described|follows|indicated|above|below|well|mentioned|in|usual|before|before)\b.*",
    "check_outcome": r"^it (?:is|['’]s) (?:ok|okay|fine|normal|all right|alright|good|correct)\b",
    "question_if": r"\b(?:see|check|determine|know|verify|decide|tell|test|find out|confirm|ask|wonder|specify|specifies|indicates?)$",
    "shared_head": r"(?:\w+(?:al|ed|ic|ive|ous|ary|ing)|left|right|top|bottom|upper|lower|front|rear|back|inner|outer|first|second|third|main|red|blue|green|black|white|new|old|small|large|hot|cold|positive|negative|plus|minus|up|down|north|south|east|west|[A-Z]|\d+)$",
    "refs": r"\b(?:[Ff]ig(?:ure|s)?\.?|FIG(?:URE)?\.?|[Ff]igures|[Tt]ables?|TABLE|[Ss]ections?|SECTION|Sec\.|[Cc]hapters?|CHAPTER|[Aa]ppendix|APPENDIX|[Aa]nnex|Ch\.|[Pp]hotos?)\s*(?:[A-Z](?:[-.]?\d+)*(?![a-z])|\d+(?:\s?[-–.]\s?\d+)*[a-zA-Z]?\b)|(?=\d)(?:(?<=\bsee )|(?<=\bSee )|(?<=\brefer to )|(?<=\bRefer to )|(?<=\bdescribed in )|(?<=\bexplained in ))\d+(?:\.\d+)+\b(?!\s*(?:mm|cm|kg|V|A|Hz|%|°))|(?=\d)(?<=[“\"‘])\d+(?:\.\d+)+(?=\.? [A-Z])|(?=\d)(?:(?<=ections \d\.\d and )|(?<=ections \d and )|(?<=hapters \d and ))\d+(?:\.\d+)*\b",
    "section_number": r"(?!x)x",
    # A sentence about all other cases than the one before it.
    "otherwise": r"\s*(?P<condition>otherwise|in (?:all|any) other cases?),?\s+",
    # What a picture or table shows is no result of the operation.
    "no_result": r"\W*(?:(?:the |this )?(?:following |above )?(?:figure|fig\.|table|photo|picture|illustration|diagram|section|chapter|appendix|example)s? (?:\d|[a-z]?\d|above|below|shows?|lists?|gives?|describes?|illustrates?)|for (?:details|more|further|example|information)\b|(?:as well as )?those\b|that (?!(?:is|was)\b)(?!\w+ (?:is|was)\b)|which\b|who\b|note that|see\b|refer\b)",
    "result_subject": r"^(?:this|doing so) (?:\w+ly )?(?!is\b|was\b|has\b|does\b|means|requires|depends|needs|contains|includes|applies|covers|describes|explains|guide|manual|step|section|chapter)\w+s\b|\b(?:appears?|opens?|displays?|displayed|shown|shows|becomes?|will|goes (?:out|off|on|dark|blank|back)|comes (?:on|up|off)|(?:stop|halt|sound|beep|ring|chirp|buzz|alarm|unlock|lock|eject|rotate|spin|reload|vibrate|enter|exit|reset|restart|reboot|retract|extend|drop|increase|decrease|click|snap|connect|disconnect|load|update|refresh|respond|confirm|save|toggle|jump|expand|collapse|drain|cool|release|engage|disengage|fade|boot|wake|prompt|ask|play|print|transmit|slide|swing|spring|drip|flow|run|illuminate|glow|pulse|count|expire|heat|deflate|inflate|advance|dim|brighten|freeze|melt|thicken|boil)s\b|flash(?:es)?|blinks?|lights?|starts?|begins?|closes?|disappears?|pops? up|launch(?:es)?|turns?|changes?|returns?|moves?|takes you|(?:is|are|has been|have been) (?:now |then |automatically )?(?!used\b|required\b|needed\b|recommended|located|called|named|based|intended|designed|described|provided|supplied|supported|defined|listed|allowed|permitted|referred|considered|included|equipped|fitted|specified|advised|suggested|assumed|expected|limited|related|situated|supposed|preferred|associated|connected|attached|identified|measured|indicated|labell?ed|marked|mounted|needed|interested|advanced|detailed|fixed|closed|opened|installed|fastened|tightened|secured|shared|reserved|protected|accompanied)(?:\w{3,}(?<!e)ed|(?:re|over)?(?:drawn|written|sent|built|set|hidden|found|begun|broken|frozen|taken|given|run|shut|cut|lost|made|split|thrown))\b|is (?:now )?(?:created|added|saved|deleted|updated|registered|removed|installed|uploaded|downloaded|selected|enabled|disabled|complete|completed|closed|opened|imported|exported|loaded|started|stopped)|are (?:now )?(?:created|added|saved|deleted|updated|registered|removed|displayed|shown|selected|enabled|loaded))\b",
}  # fmt: skip


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _pairs(text: str) -> frozenset[str]:
    return frozenset(pair.strip() for pair in text.replace("\n", "|").split("|") if pair.strip())


def _numbers(pair: str) -> tuple[str, ...]:
    """A compound as listed, in its singular and in its plurals ("reset switches")."""
    singular = pair.removesuffix("s")
    return pair, singular, singular + "s", singular + "es"


def _base_forms(stem: str) -> tuple[str, ...]:
    """What an inflected word may come from once its ending is cut: press-, typ(e)-, plug(g)-, appl(i)-."""
    doubled = stem[:-1] if len(stem) > 2 and stem[-1] == stem[-2] else ""
    return stem, stem + "e", doubled, stem[:-1] + "y" if stem.endswith("i") else ""


EN = VerbFirstRules(
    code="en",
    verbs=_words(VERBS),
    weak_verbs=_words(WEAK_VERBS),
    bare_object_verbs=_words(BARE_OBJECT_VERBS),
    joined_verbs=_words(BARE_OBJECT_VERBS + JOINED_VERBS),
    mostly_verbs=_words(MOSTLY_VERBS + BARE_OBJECT_VERBS),
    tasks=_words(TASKS),
    alternative_word="either",
    describing_verbs=_words("initial express direct slow own"),
    plural_things=_words("changes results returns displays"),
    looks=frozenset(("a look", "another look", "a glance")),
    degree_words=_words("fully partially partly completely half slightly almost nearly normally"),
    shown_events=_words(
        "appear appears open opens display displays displayed shown turns flash flashes blink blinks lights sounds beeps starts stops pops"
        " prompted asked"
    ),
    other_words=_words("other others rest remainder same latter former second"),
    light_verbs=_words("make perform give do execute"),
    placing_verbs=_words("insert add place append prepend"),
    shown_words=_words("shown described follows illustrated indicated pictured"),
    press_verbs=_words("click double-click right-click press tap push hold"),
    timed_verbs=_words("start stop begin continue keep finish pause resume try repeat restart check test"),
    qualities=_words(QUALITIES),
    noun_verbs=_words(WEAK_VERBS + NOUN_VERBS),
    stating_verbs=_words(STATING_VERBS),
    plural_stating_verbs=_words(PLURAL_STATING_VERBS),
    compounds=frozenset(form for pair in _pairs(COMPOUNDS) for form in _numbers(pair)),
    pointing_participles=_words(
        "leading going running coming pointing facing extending sticking protruding hanging belonging relating passing"
        " ranging resulting projecting pertaining originating emerging dating lying sitting standing resting living"
    ),
    prefixed_nouns=_words(
        "research remark remarks resort prefix overview overtime overhead overpass rebate rebar retail refuse recourse reform"
        " resource relay overcoat overall overalls relief remains rear reach repairs rest real ready"
    ),
    cross_references=_words("consult"),
    reference_nouns=_words(
        "manual guide documentation instructions handbook booklet section chapter page appendix datasheet help"
    ),
    ui_verbs=_words(UI_VERBS),
    guarded_suffixes=_words("tab tabs page pages screen screens window windows key keys link links"),
    spellings=(("ise", "ize"), ("yse", "yze"), ("our", "or"), ("ize", "ise"), ("yze", "yse")),
    bare_plurals=_words("feet hands data people children teeth"),
    some_words=_words("some certain most many older newer other"),
    definite="the",
    singly=frozenset(("at a time",)),
    counted_nouns=_words("number"),
    spread_particles=_words("off out up down away back apart"),
    standing_words=_words("at all"),
    having_verbs=_words("has have contains includes uses shows needs"),
    session_verbs=_words("log sign opt check clock book exit"),
    locators=_words("inside outside underneath atop amongst among"),
    listing_openers=_words("if when whenever unless once"),
    limiters=frozenset(("at least", "at most", "up to", "as many", "as much")),
    completion_verbs=_words("finish complete"),
    passive_copulas=_words("is are"),
    pointing_words=_words("below above"),
    negations=_words("not never don't don’t"),
    relative_words=_words("that which who whose whom"),
    verb_prefixes=(
        "re-",
        "re",
        "pre-",
        "pre",
        "un",
        "de-",
        "over",
        "half-",
        "full-",
        "double-",
        "triple-",
        "long-",
        "short-",
        "hand-",
        "spot-",
        "cross-",
        "heat-",
        "dry-",
        "wet-",
        "co-",
    ),
    place_prepositions=_words("at on in to with from into through around along toward towards under over"),
    variant_nouns=_words(
        "model models unit units device devices machine machines vehicle vehicles system systems version versions instrument"
        " instruments type types truck trucks patient patients customer customers user users sample samples installation"
        " installations printer printers engine engines item items order orders"
    ),
    variant_openers=_words("on for in with"),
    variant_marks=_words("with without that which having where equipped fitted who whose"),
    measure_units=_words(
        "turn turns revolution revolutions degree degrees mm cm m km inch inches foot feet yard yards click clicks notch notches"
        " thread threads rpm time times stroke strokes percent % x cycle cycles passes"
    ),
    amount_units=_words(
        "ml µl μl ul l dl cl g mg kg µg μg ug oz lb lbs cc pt qt gal cup cups tsp tbsp teaspoon teaspoons tablespoon tablespoons"
        " drop drops liter liters litre litres gram grams pint pints quart quarts gallon gallons ounce ounces pound pounds"
        " milliliter milliliters millilitre millilitres kilogram kilograms pinch dash"
    ),
    name_prepositions=_words("to as of for in with from on by"),
    choosing_verbs=_words("click choose select tap press click-on double-click on and or >"),
    fraction_words=_words("full half quarter third complete additional further extra one another single whole"),
    few_words=_words("few several two three four five six ten"),
    counted_times=_words("times time"),
    causative_verbs=_words("have get"),
    situation_nouns=_words(SITUATION_NOUNS),
    times_openers=_words("during"),
    situation_openers=_words("in at on during under without for with within outside"),
    irregular=IRREGULAR,
    particle_verbs=_pairs(PARTICLE_VERBS),
    range_words=_words("through to thru"),
    capital_suffixes=_words("box"),
    entry_words=_words("item items"),
    region_suffixes=_words("section sections area areas"),
    coded_suffixes=_words("property properties attribute attributes variable variables"),
    coded_modifiers=_words("environment system"),
    whole_way=("all", "the", "way"),
    repeated_verb="do",
    adverb_pairs=frozenset(
        (
            "right away",
            "first thing",
            "at once",
            "face up",
            "face down",
            "side up",
            "side down",
            "upside down",
            "end up",
            "end down",
            "end first",
            "side first",
            "as is",
            "in place",
            "one by",
            "one after",
            "one at",
            "at least",
        )
    ),
    lying_sides=frozenset(("side up", "side down", "end up", "end down", "end first", "side first")),
    hand_nouns=_words("key keys"),
    caption_words=_words("figure fig fig. table"),
    letting_verbs=_words("let allow"),
    light_particles=frozenset(("on", "of")),
    free_particles=_words("off out up down away back over apart open"),
    dropped_particles={
        "swipe": _words("up down left right"),
        "scroll": _words("up down left right"),
        "hold": _words("down"),
        "press": _words("down"),
        "pass": _words("in"),
        "type": _words("in"),
    },
    determiners=_words(DETERMINERS),
    prepositions=_words(PREPOSITIONS),
    plural_pronouns=_words("them"),
    bare_pronouns=_words("it them him her they these those"),
    pronouns=_words(
        "it them this that these those one ones there here him her you itself themselves everything anything nothing nobody everybody somebody anybody someone anyone everyone button key"
    ),
    leading=_words(LEADING),
    adverbs=_words(ADVERBS),
    openers=OPENERS,
    reader_words=_words(
        "you you're you’re you'll you’ll you've you’ve you'd users user operator operators we one technician personnel"
    ),
    role_words=_words(ROLES),
    impersonal=("it", "is"),
    process_verbs=_words(
        "accept acknowledge acquire allocate amend analyze announce answer appoint appraise archive assess assign authorize await"
        " award bill book brief budget buy calculate cancel certify charge classify collect commission communicate complete"
        " conduct consolidate coordinate correct credit debit decide delegate deliver demand determine discuss dispatch"
        " distribute draft escalate estimate evaluate examine file finalize forward fulfill fund grant handle hire initiate"
        " inquire inspect interview invite invoice issue maintain manage monitor negotiate notify offer order outsource oversee"
        " pay perform plan prepare prioritize process procure produce promote propose purchase quote recommend reconcile record"
        " recruit refund register reimburse reject release remind renew reply report request require reschedule reserve resolve"
        " respond retrieve review revise schedule sell settle ship sort specify sponsor staff submit suggest supervise survey"
        " suspend tell track transfer undertake update validate verify withdraw"
    ),
    plural_doers=_words("i we they you who people"),
    necessity_words=_words(
        "necessary required essential important mandatory recommended advisable advised best vital imperative"
    ),
    modals=_words("must should would shall need needs have has ought will ll"),
    ability_modals=_words("can may could might able"),
    event_verbs=_words(EVENT_VERBS),
    ignored_verbs=_words("see refer think be have know understand want need like wish care worry"),
    finite_words=_words(
        "does will is are can cannot can't can’t should must may has have was were appears opens displays shows becomes changes starts closes lights flashes blinks turns moves"
    ),
    calling_words=_words("so then please ; : - – — therefore"),
    promising_modals=_words("will would can could may might"),
    state_verbs=_words(
        "contain include locate relate base associate require allow involve know understand consider belong own permit intend"
        " design satisfy meet respect exceed derive"
    ),
    remark_verbs=_words("note"),
    question_words=_words("how what why which where"),
    meaning_openers=_words("true false if when whether"),
    naming_subjects=_words("this these that here it"),
    effect_word="which",
    noun_joints=_words("of in for"),
    caution_hints=tuple(CAUTION_HINTS.split()),
    standalone_verbs=_words(
        "start stop begin continue proceed finish exit quit confirm scroll return wait sit stand lie move go come leave cool dry"
        " drain settle set boil restart reboot"
    ),
    asking_words=_words("please kindly"),
    naming_nouns=_words(
        "command commands keyword keywords parameter parameters option options variable variables function functions flag flags"
        " button buttons menu tab field checkbox icon link key file folder directory script program application app tool utility"
        " statement macro setting property attribute mode method entry item category"
    ),
    link_words=_words("here"),
    link_reasons=_words("for see read view learn find know"),
    holding_verbs=_words("hold press push keep leave"),
    infinitive="to",
    gerund_ending="ing",
    means_word="by",
    then_word="then",
    tool_verb="use",
    owner_endings=("'s", "’s", "s'", "s’"),
    inflections=("ing", "ed", "es", "s", "d"),
    base_forms=_base_forms,
    certain_openers=_words("because"),
    explaining_openers=_words("since because"),
    placed_pronouns=_words("one ones"),
    joined_operations=frozenset((("drag", "drop"),)),
    typing_verbs=_words("type enter input key write paste"),
    entering_marks=_words("in into"),
    adverbial_openers=_words("before after until till once"),
    coordinators=_words("and or &"),
    clause_joiners=_words("and or then but so"),
    check_openers={
        "make sure": "make sure",
        "making sure": "make sure",
        "be sure": "be sure",
        "ensure": "ensure",
        "ensuring": "ensure",
        "make certain": "make certain",
        "making certain": "make certain",
        "be certain": "be certain",
    },
    reminders=frozenset(("don't forget to", "don’t forget to", "do not forget to", "remember to")),
    obliging_readers=_words("you'll you’ll"),
    perfect_words=_words("have has 've"),
    numbered_words=_words("step figure table note page level stage part phase group task type mode"),
    attempt_verbs=_words("try consider"),
    belonging_verbs=_words("supply provide include use give deliver ship show list describe"),
    state_opener="with",
    state_words=_words("on off open closed down up shut"),
    state_endings=("ed", "ing"),
    vague_verbs=_words("use want have employ utilize utilise"),
    passive_modals=_words("should must needs need has have"),
    unchanged_participles=_words("set put cut shut read"),
    auxiliaries=_words("is are has have was were can will do does"),
    split_verbs=_words("turn switch power plug pull push take put fill shut log"),
    modal_fillers=_words("to want wish now then also first either"),
    main_modals=_words("will can should must"),
    copula="be",
    owner_word="of",
    pair_only=_words("long double right left top"),
    enter_verbs=_words("enter type input key write paste specify set fill put"),
    field_marks=_words("in into for to on"),
    control_verbs=_words(
        "click double-click right-click press tap push select choose touch hold swipe toggle check uncheck hit open drag"
    ),
    experience_verbs=_words(
        "receive see notice get find encounter experience hear feel have want expect observe obtain wish know"
    ),
    articles=_words("the a an your all each both any its"),
    no_verbs=_words(PREPOSITIONS)
    | _words(DETERMINERS)
    | _words(LEADING)
    | _words(ADVERBS)
    | _words(
        "you we they he she it there here what how why both not even only such many most several if when once unless although though because whereas while whether regardless despite given per plus minus versus"
    )
    | frozenset(OPENERS),
    no_base_endings=("ing", "ed", "ly", "tion", "ness", "ment", "s"),
    joining_words=_words("and or then , ; but & :"),
    adverb_ending="ly",
    quantity_words=_words(
        "thin thick small large light generous little fresh layer layers coat coating film bead dab strip cup cups teaspoon tablespoon drop bottle sheet sheets couple pair number set piece pieces few bit lot drop drops all each one some both any none two three four half rest remainder majority amount quantity"
    ),
    no_instructions=frozenset(
        (
            "note that",
            "say that",
            "mind that",
            "remember that",
            "keep in mind",
            "bear in mind",
            "note :",
            "please note",
            "see also",
            "thank you",
            "copyright c",
        )
    ),
    goal_verbs_with=_pairs(GOAL_VERBS),
    vague_words=_words(
        "aforementioned both either just only appropriate following corresponding desired relevant necessary required existing correct specified given respective suitable proper above same entire whole more enough sufficient adequate little few several"
    ),
    time_words=_words("second seconds sec secs s minute minutes min mins hour hours h day days moment while"),
    weak_nouns=_words("pin screw bolt clip clamp plug switch cable light label valve plate button key step point"),
    number_words=_words("one two three four five six seven eight nine ten twelve 2 3 4 5 6 7 8 9 10 12"),
    approximators=_words("about approximately roughly around"),
    ly_nouns=_words(
        "imply comply rely multiply ally bully rally tally early daily weekly monthly yearly hourly only likely friendly lonely supply assembly subassembly family fly reply anomaly jelly belly apply multiply"
    ),
    left_as=_words(
        "clean dry clear tight loose free flat straight shut upright full smooth apart blank empty unchanged open closed on off parallel perpendicular flush vertical horizontal taut sharp safe tidy steady still quiet hot wet damp moist"
    ),
    aspect_verbs=_words("begin start continue keep finish try"),
    closing_nouns=_words(
        "link node file list order request store note stop start return date label time type size set wear record access support contact report plan log map test scan image print light"
        " switch power signal plug pin screw bolt clip latch cable water oil grease glue paint charge discharge index wind"
    ),
    command_words=_words("command commands line"),
    check_joints=_words("that whether if"),
    check_verbs=_words("verify confirm check see"),
    press_words=_words("a an the long short double single quick rapid second another one triple"),
    nominal_operations=_words("press click tap push swipe double-click"),
    consequence_words=_words(
        "will opens brings displays shows takes starts causes selects toggles changes moves turns enters switches returns closes gives allows lets makes navigates scrolls stops saves cancels confirms activates deactivates enables disables resets deletes clears adds removes launches locks unlocks increases decreases sends exits puts zooms sets"
    ),
    suffix_types=SUFFIX_TYPES,
    head_types=HEAD_TYPES,
    patterns=PATTERNS,
)
