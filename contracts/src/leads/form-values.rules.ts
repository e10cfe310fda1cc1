type Values = Readonly<Record<string, unknown>>;

/** What of a form is filled. */
export const withoutNulls = (values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** What of a form differs from what it was loaded from; phones that it does not show only where new ones were typed. */
export const changedValues = (
  { phone_hidden }: { phone_hidden: boolean },
  before: Values,
  after: Values,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) =>
        JSON.stringify(value) !== JSON.stringify(before[field]) &&
        (!phone_hidden || !field.includes('phone') || Boolean(value)),
    ),
  );
