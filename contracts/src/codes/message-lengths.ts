/** As long as the carrier takes, less what is put before and behind it: who writes, and how to have no more. */
export const textLength = 1_400;
export const textTooLong = 'At most 1,400 characters';
export const emailTitleLength = 200;
export const emailLength = 50_000;
