import type { PersonForm } from '@crm/contracts/resources/family.js';

/** Whether a value of the form is somebody. */
export const isPerson = (typed: unknown): typed is PersonForm => typeof typed === 'object' && typed !== null;

/** Whether it is a list of persons. */
export const isPeople = (typed: unknown): typed is PersonForm[] => Array.isArray(typed);
