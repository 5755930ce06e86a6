"""Verbs of two words: with a particle that belongs to them, or with a preposition in front of what they act on."""

from __future__ import annotations

PARTICLE_VERBS = """
add in|add up|back away|back off|back out|back up|be sure|beat in|bend over|bleed off|bleed out|block off|block out
blow down|blow off|blow out|boil down|bolt down|bolt on|book in|book out|boot up|break down|break off|break up
bring back|bring in|bring up|brush off|burn in|burn off|call back|call in|call off|call out|call up|cap off|carry out
cash out|cash up|charge up|check back|check in|check off|check out|check over|check through|chop up|clean out|clean up
clear away|clear out|clear up|click on|clip off|clip on|clock in|clock on|clock out|close down|close off|close out
close up|come back|cool down|cool off|cordon off|count down|count out|count up|cover up|crimp on|cross off|cross out
cut away|cut back|cut down|cut off|cut out|damp down|dial in|dial up|dig out|dip in|dish up|double check|double click
double press|double tap|double-click on|drain off|drain out|draw down|draw in|draw off|draw out|draw up|drill out
drive in|drive off|drive out|drop down|drop in|drop off|dry off|dry out|dry run|dust off|ease off|ease out|edge out
empty out|fan out|feed in|feed out|feed through|figure out|file down|fill back|fill in|fill out|fill up|find out
fit in|fit on|fit together|fix on|flatten out|flick off|flick on|flip off|flip on|flip over|float off|flush away
flush out|fold away|fold back|fold in|fold out|fold over|fold up|follow up|force open|force out|freeze out|gather up
get in|get off|get on|get out|get up|give back|give out|give up|go back|go over|go to|grind down|grind off|hammer in
hand in|hand off|hand over|hang on|hang up|heat up|hinge down|hinge up|hoist up|hold back|hold down|hold on|hold up
hook in|hook off|hook on|hook up|hose down|jack up|join in|join together|join up|keep away|keep back|keep clear
keep off|keep out|key in|kick off|knock down|knock in|knock off|knock out|knock over|ladle out|latch on|lay aside
lay down|lay flat|lay out|lead in|lead out|lean back|lean over|leave out|left click|let down|let go|let in|let off
let out|level out|lever off|lever open|lever out|lever up|lift away|lift down|lift off|lift open|lift out|lift over
lift up|line up|link up|live up|load up|lock down|lock in|lock on|lock out|log in|log into|log off|log on|log out
long click|long press|long tap|look at|look for|look over|look up|lower down|make sure|make up|mark down|mark off
mark out|mark up|mask off|measure out|melt down|mix in|mix up|mop up|mount up|move away|move back|move on|move over
note down|open out|open up|pack away|pack in|pack out|pack up|page down|page up|pair up|pass in|pass on|pat dry
pay back|pay in|pay off|pay out|peel away|peel back|peel off|phase out|phone in|pick up|pin down|pin up|pipe in
pipette off|pluck out|plug in|plug into|plug together|plug up|point at|point down|point out|point to|point up|pop off
pop on|pop open|pop out|pop up|pour away|pour back|pour in|pour off|pour out|power back|power cycle|power down
power off|power on|power up|press back|press down|press in|press out|press together|press up|print out|prise off
prise open|prise out|prop open|prop up|pry apart|pry off|pry open|pry up|pull apart|pull around|pull away|pull back
pull down|pull off|pull open|pull out|pull shut|pull through|pull tight|pull up|pump in|pump out|pump up|punch in
punch out|push apart|push away|push back|push down|push in|push off|push open|push out|push over|push shut
push through|push together|push up|put aside|put away|put back|put down|put in|put on|put out|put through|put together
put up|rack in|rack out|rake out|ramp down|ramp up|reach in|read back|read off|read out|read through|reel in|reel off
reel out|refer to|report back|report in|right click|right-click on|ring back|ring off|ring up|rinse off|rinse out
roll away|roll back|roll down|roll in|roll on|roll out|roll over|roll up|rope off|rotate out|round down|round up
rub down|rub in|rub off|rub out|rule out|run down|run in|run off|run out|run through|sand down|save as|saw off
scale up|scan in|scan out|scoop out|scrape away|scrape off|scrape out|screen out|screw down|screw in|screw off
screw on|screw out|screw together|scroll down|scroll up|scrub down|scrub in|seal off|seal up|send back|send in
send off|send out|separate out|set aside|set down|set off|set out|set up|settle up|shake down|shake off|shake out
shake up|shave off|short circuit|short press|short tap|show in|shut down|shut off|sift out|sign in|sign off|sign on
sign out|sign over|sign up|single click|single tap|siphon off|siphon out|skim off|slice off|slide apart|slide back
slide down|slide in|slide off|slide on|slide open|slide out|slide over|slide shut|slide up|slip off|slip on|slip over
slot in|slow down|smooth out|snap apart|snap back|snap in|snap off|snap on|snap shut|snap together|snip off|snug down
soak off|soak up|sort out|space out|speak up|speed up|spin down|spin off|spin up|split up|spool up|spray down|spray on
spread apart|spread out|squeeze in|squeeze out|squeeze together|stack up|stand back|stand by|stand clear|stand down
stand up|start off|start up|stay away|step back|step down|step off|step out|step through|step up|stick on
stick together|stir in|stir through|stir up|straighten out|straighten up|strap down|strap in|strap on|stretch out
string up|strip away|strip back|strip off|suck in|suck out|suck up|swab down|swap in|swap out|sweep out|sweep up
swing around|swing aside|swing away|swing back|swing down|swing in|swing open|swing out|swing up|swipe down|swipe left
swipe right|swipe up|switch back|switch off|switch on|switch over|sync up|tag off|tag out|take apart|take away
take back|take down|take in|take off|take out|take over|take up|tap in|tap off|tap on|tap out|tape down|tear down
tear off|tease apart|tease out|thaw out|thin out|thread in|thread on|throw away|throw out|throw over|tick off|tidy up
tie back|tie down|tie in|tie off|tie on|tie up|tighten down|tighten up|tilt back|tilt down|tilt forward|tilt up
tip back|tip out|tip over|tip up|toggle off|toggle on|top off|top up|touch off|touch up|trace back|trim back|trim off
triple click|triple press|triple tap|try out|tuck in|tuck under|tug out|turn around|turn back|turn down|turn in
turn off|turn on|turn out|turn over|turn up|twist apart|twist off|twist on|twist out|twist together|type in|type out
type up|unscrew from|unscrew off|unscrew out|use up|vacuum up|wait out|warm through|warm up|wash away|wash down
wash off|wash out|weigh in|weigh out|wheel in|wheel out|whip up|wind back|wind down|wind in|wind off|wind on|wind up
wipe away|wipe down|wipe off|wipe out|wipe up|wire up|work out|wrap around|wrap up|wring out|write down|write in
write off|write out|write up|zero out|zip up|zoom back|zoom in|zoom out
"""
"""Verb and particle that mean one operation. The particle may stand behind the object ("turn the radio on")."""

GOAL_VERBS = """
account for|account to|act on|adhere to|advance to|agree to|aim at|allow for|appeal to|apply for|arrange for|ask for
attend to|begin with|browse to|care for|change to|check for|check with|click in|click inside|click on|click over
click within|communicate with|comply with|connect to|consult with|continue to|continue with|cycle through|deal with
decide on|dispose of|double-click in|double-click inside|double-click on|double-click over|double-click within
examine for|feel for|fiddle with|flip through|focus on|gaze at|get rid of|glance at|go into|go through|go to
hover over|inspect for|jump to|knock on|lean on|listen for|listen to|log in into|log in to|log into|log off of
log on to|log out of|look after|look at|look for|look into|look through|look up|meet with|monitor for|move to
navigate through|navigate to|object to|observe for|page through|pay for|play with|point to|press on|probe for
proceed to|proceed with|pull on|push on|refer to|register for|reply to|report to|respond to|return to|right-click in
right-click inside|right-click on|right-click over|right-click within|run through|scan for|scroll through|scroll to
search for|see to|sign in to|sign on to|sign out of|sign up for|sit on|skip to|speak to|speak with|stand on|stare at
start with|step on|step through|stick to|subscribe to|swipe on|switch to|take care of|talk to|tap on|test for|tread on
turn to|wait for|wait on|walk through|watch for|work on|write to|zoom in on|zoom into
"""
"""Verb and preposition whose object is what the verb acts on ("wait for the signal")."""
