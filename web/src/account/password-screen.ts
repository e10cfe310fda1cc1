import { isCommonPassword, type PasswordOwner } from '@crm/contracts/password-screen.rules.js';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import * as spanish from '@zxcvbn-ts/language-es-es';

// The dictionaries are large: whoever needs this module imports it then.
const screen = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary, ...spanish.dictionary },
  graphs: common.adjacencyGraphs,
});

/** What the server will say of a password that is common (rule A29), before it is sent. */
export const isCommon = (password: string, owner: PasswordOwner): boolean =>
  isCommonPassword(screen, password, owner);
