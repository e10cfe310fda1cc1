import { laterMessages } from './later-messages.js';

/** The menu of settings. The specification's own texts stand here letter for letter. */
export const settingsMenuMessages = {
  settingsMenu: {
    groups: { messages: 'Absence and messages', account: 'Your account', administration: 'Administration' },
    theme: 'Theme',
    light: 'Light',
    dark: 'Dark',
    language: 'Language',
    oooVm: 'OOO VM',
    oooText: 'OOO TEXT',
    sessions: 'Sessions',
    secondFactor: 'Sign-in security',
    sound: 'Sound',
    colleague: 'Call a colleague',
    outboundVm: 'OUTBOUND VM',
    textMessages: 'Text Messages',
    emailMessages: 'Email Messages',
    cellPhone: 'Change Cell #',
    newAgent: 'New Agent',
    newGuide: 'New Guide',
    updateAgent: 'Update Agent',
    phones: 'Phones',
    settings: 'Settings',
    changePassword: 'Change Password',
    logout: 'Logout',
  },
};

export const useSettingsMenuMessages = laterMessages(settingsMenuMessages);
