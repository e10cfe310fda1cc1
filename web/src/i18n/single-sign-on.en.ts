import { laterMessages } from './later-messages.js';

/** The page of identity providers. */
export const singleSignOnMessages = {
  singleSignOn: {
    title: 'Single sign-on',
    emptyText: 'People sign in at your identity provider, and SCIM adds and removes them. Add the first one.',
    off: 'Switched off',
    never: 'Not used yet',
    noToken: 'None',
    callback: 'Redirect address, to be registered at the provider',
    scim: 'SCIM address',
    copy: 'Copy',
    copied: 'Copied',
    token: 'SCIM token of %{name}',
    tokenTitle: 'SCIM token of %{name}',
    tokenFirst: 'The provider adds, changes and removes accounts with it.',
    tokenAgain: 'A new token ends the one in use at once: SCIM fails until the provider has the new one.',
    tokenText: 'Copy it now: it is shown only once. The provider sends it as a bearer token.',
    tokenLabel: 'Token',
    create: 'Create a token',
    created: 'Token created',
    withdraw: 'Withdraw the token',
    withdrawn: 'Token withdrawn',
    group: 'Group or value',
    role: 'Role',
    addRow: 'Add a role',
    removeRow: 'Remove %{value}',
    noRows: 'Nobody gets an account at their first sign-in',
  },
};

export const useSingleSignOnMessages = laterMessages(singleSignOnMessages);
