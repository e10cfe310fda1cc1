import { laterMessages } from './later-messages.js';

/** The words of the overlay that finds leads, pages and actions. */
export const paletteMessages = {
  palette: {
    title: 'Find a lead, a page or an action',
    leads: 'Leads',
    pages: 'Pages',
    list: 'List',
    recent: 'Recent',
    choices: 'Choices',
    showAll: 'Show all leads found',
    results: '%{smart_count} result |||| %{smart_count} results',
    searching: 'Searching…',
    nothing: 'Nothing found for “%{text}”',
    noneToChoose: 'Nothing to choose from',
    hint: 'Type a name, the digits of a phone, an e-mail, a page or an action',
    offline: 'Leads cannot be searched now. Pages and actions still work.',
    failed: 'The choices could not be loaded',
    move: 'Move',
    open: 'Open',
    back: 'Back',
    home: 'Home',
    setStatus: 'Set %{status}',
    assignTo: 'Assign to…',
    call: 'Call',
    openCallCentre: 'Open call centre',
    sendSms: 'Send SMS…',
    sendEmail: 'Send Email…',
    text: 'Text: %{title}',
    openTab: 'Open %{tab}',
    availability: 'Availability',
    goOnline: 'Go online',
    goOffline: 'Go offline',
    away: 'Go offline: %{reason}',
    checked: '%{smart_count} checked lead |||| %{count} checked leads',
  },
};

export const usePaletteMessages = laterMessages(paletteMessages);
