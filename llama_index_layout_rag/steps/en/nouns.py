"""Nouns that tell the kind of a target, and verbs of processes for `StepVocabulary.any_doer`."""

from __future__ import annotations

from llama_index_layout_rag.steps.word_lists import words

SUFFIX_TYPES = {
    "checkbox": ("check boxes", "check box", "checkboxes", "checkbox", "tick box"),
    "field": (
        *(
            "text box",
            "textbox",
            "input field",
            "text field",
            "input box",
            "entry field",
            "edit box",
            "combo box",
            "list box",
        ),
        *("drop-down list", "dropdown list", "drop-down", "dropdown", "pull-down list", "fields", "field", "box"),
    ),
    "button": ("radio buttons", "radio button", "push button", "pushbutton", "toggle button", "buttons", "button"),
    "menu": (
        *(
            "context menu",
            "drop-down menu",
            "dropdown menu",
            "pull-down menu",
            "submenu",
            "menu items",
            "menu item",
            "menu option",
        ),
        *("menus", "menu bar", "menu"),
    ),
    "other": ("category", "command", "option", "entry", "sections", "section", "areas", "area"),
    "tab": ("tabs", "tab"),
    "screen": (
        *(
            "dialog boxes",
            "dialog box",
            "dialog form",
            "dialogue box",
            "dialogs",
            "dialog",
            "windows",
            "window",
            "screens",
            "screen",
            "pages",
            "page",
        ),
        *("pane", "popup", "pop-up"),
    ),
    "icon": ("icons", "icon"),
    "link": ("hyperlink", "links", "link"),
    "key": ("keys", "key"),
}
"""Target type to the words that only name a kind of control and are no part of its name: "Press the Start button"."""

HEAD_TYPES = {
    "file": "file files folder directory image firmware script document archive data project",
    "connector": "cable cables connector connectors jack port socket plug terminal cord wire wires hose adapter outlet lead",
    "switch": "switch switches lever knob dial jumper handle valve breaker",
    "link": "url address website site",
    "command": "command program tool application app software utility",
    "field": "value values name number id password parameter parameters information setting settings option options",
    "checkbox": "checkbox",
    "part": (
        "screw screws bolt bolts nut nuts cover lid cap caps board pcb plate plates diode diodes resistor resistors "
        "capacitor battery batteries filter gasket belt gear motor sensor pin pins header headers led leds module modules "
        "unit bracket spring nozzle tank container door tray cartridge housing side part parts solder ring seal washer "
        "clip rail frame case wheel blade tube pipe"
    ),
}
"""Target type to last words that are part of a name and tell its type: "Coil the power cable" has a connector as target."""

SCREEN_ONLY = words(
    """
tab tabs page pages screen screens window windows key keys link links section sections area areas
    """
)
"""Words of controls that name a kind only after a capital or a verb of the screen: "Clean the window" has no screen as target."""

QUANTITIES = words(
    """
amount bead bit bottle coat couple cup cups dab drop drops few film half layer layers lot majority none number pair piece pieces
quantity rest set sheet sheets strip tablespoon teaspoon thick thin little fresh
    """
)
"""Words of how much, before "of" and the thing itself: "Spread a thin layer of glue"."""

VAGUE_WORDS = words(
    """
aforementioned appropriate above above-mentioned below both corresponding correct desired either enough entire few following given
just more necessary only proper relevant required respective same several specified sufficient suitable whole
    """
)
"""Words before a name that do not distinguish it: "Select the appropriate size"."""

PROCESS_VERBS = words(
    """
accept acknowledge acquire allocate amend analyze announce answer appoint appraise archive assess assign authorize await award
bill book brief budget buy calculate cancel certify charge classify collect commission communicate complete conduct consolidate
coordinate correct credit debit decide delegate deliver demand determine discuss dispatch distribute draft escalate estimate
evaluate examine file finalize forward fulfill fund grant handle hire initiate inquire inspect interview invite invoice issue
maintain manage monitor negotiate notify offer order outsource oversee pay perform plan prepare prioritize process procure produce
promote propose purchase quote recommend reconcile record recruit refund register reimburse reject release remind renew reply
report request require reschedule reserve resolve respond retrieve review revise schedule sell settle ship sort specify sponsor
staff submit suggest supervise survey suspend tell track transfer undertake update validate verify withdraw
    """
)
"""Verbs added for descriptions of processes: "Accounts budget the trip"."""
