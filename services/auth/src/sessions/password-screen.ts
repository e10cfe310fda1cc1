import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { commonPasswordSentence } from '@crm/contracts/password.js';
import { isCommonPassword, type PasswordOwner } from '@crm/contracts/password-screen.rules.js';
import { invalidField } from '@crm/platform/errors/app-error.js';

let screen: Promise<ZxcvbnFactory> | undefined;

/** Common passwords, names and words, in English and Spanish: loaded with the first password that is set. */
async function loadScreen(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Screen }, common, english, spanish] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
    import('@zxcvbn-ts/language-es-es'),
  ]);
  return new Screen({
    dictionary: { ...common.dictionary, ...english.dictionary, ...spanish.dictionary },
    graphs: common.adjacencyGraphs,
  });
}

/** Whether the screen of common passwords knows one (rule A29). */
export async function isCommon(password: string, owner: PasswordOwner): Promise<boolean> {
  screen ??= loadScreen();
  return isCommonPassword(await screen, password, owner);
}

/** Throws `invalid` at a field with a password that the screen knows. */
export async function requireUncommon(password: string, owner: PasswordOwner, field: string): Promise<void> {
  if (await isCommon(password, owner)) throw invalidField(field, commonPasswordSentence);
}
