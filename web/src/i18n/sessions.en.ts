import { laterMessages } from './later-messages.js';

/** The sessions of a person: where they are signed in. */
export const sessionMessages = {
  sessions: {
    title: 'Sessions',
    hint: 'Where you are signed in. End what you do not recognize.',
    list: 'Sessions',
    none: 'No sessions',
    failed: 'Sessions failed to load',
    browserOn: '%{browser} on %{system}',
    unknown: 'Unknown browser',
    current: 'This session',
    place: 'Address %{address}',
    placeIn: 'Address %{address}, network %{network}',
    times: 'Signed in %{since}, last click %{click}',
    end: 'End',
    endNamed: 'End the session in %{name}',
    endOthers: 'End all others',
    everywhere: 'Sign out everywhere',
    everywhereText: 'This ends all your sessions, this one too.',
    noOthers: 'There are no other sessions',
    ofPerson: 'Sessions of %{name}',
    endAll: 'End all',
    noneToEnd: 'There are no sessions to end',
  },
};

export const useSessionMessages = laterMessages(sessionMessages);
