/** The place of the band on top of the table, also while it is loaded. */
export const bandHeight = 48;
