import { gender as genderCode, type Gender } from '../codes/life-lists.js';

/**
 * The medications or conditions of a lead as a list: one alone may come as its code, and nothing as nothing (rule
 * L22). The service runs it on what it reads and takes in, the forms on what they
 * load.
 */
export function medicationList(stored: string | readonly string[] | null | undefined): string[] {
  const listed = typeof stored === 'string' ? [stored] : (stored ?? []);
  return listed.map((code) => code.trim()).filter((code) => code !== '');
}

/** A gender however it was written; null for what is none (rule L22: gender is lowercased). */
export function genderOf(stored: string | null | undefined): Gender | null {
  const parsed = genderCode.safeParse(stored?.trim().toLowerCase());
  return parsed.success ? parsed.data : null;
}
