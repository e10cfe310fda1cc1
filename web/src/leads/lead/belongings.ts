/** What belongs to a lead and is read beside it, such as its notes: read anew whenever the lead is told to have changed. */
export const belongingsKey = (leadId: string) => ['leads', 'belongings', leadId] as const;
