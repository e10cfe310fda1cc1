import { z } from 'zod';

/** The length of a password that is set (NIST SP 800-63B): longer than the maximum would only make hashing slow. */
export const minPasswordLength = 12;
export const maxPasswordLength = 200;

/** What is said of a password that the screen of common ones knows. */
export const commonPasswordSentence = 'This password is too easy to guess. Try several unrelated words';

/**
 * A password as it is set: by its length alone, with no rules about kinds of characters (rule A29). The screen of
 * common passwords (`password-screen.rules.ts`) is asked besides. Passwords set before this rule keep signing in.
 */
export const password = z.string().min(minPasswordLength, 'At least 12 characters').max(maxPasswordLength);

/** A password as it is proven: whatever somebody once set. */
export const provenPassword = z.string().min(1, 'Required.').max(maxPasswordLength);
