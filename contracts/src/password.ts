import { z } from 'zod';

/** A password: 8 to 200 characters; longer ones would only make hashing slow. */
export const password = z.string().min(8, 'At least 8 characters').max(200);
