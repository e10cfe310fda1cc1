/** 64 of them, so that each bit pattern of a random byte's lower six is as likely as any other. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Generated passwords are 12 characters (rule A9). */
export const generatedLength = 12;

/** A password that nobody can guess. */
export const generatePassword = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(generatedLength)), (byte) => letters[byte % 64]).join('');
