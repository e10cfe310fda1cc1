/** What is asked for the day: whom to contact next, and what was done. */
export const dayKey = ['day'] as const;
export const figuresKey = [...dayKey, 'figures'] as const;
