import { z } from 'zod';

/** What an e-mail address looks like, as far as a form can tell (rule L18). */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

/** A zip code of five digits. */
export const zipCode = z.string().regex(/^\d{5}$/, 'Please enter a valid 5-digit zipcode');
