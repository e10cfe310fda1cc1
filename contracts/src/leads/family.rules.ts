/** Nobody who lives was born before it. */
const earliestBirth = '1900-01-01';

/** A spouse or a child as far as the birth date goes. */
interface Born {
  birth_date?: string | null;
}

/** What is said of a day on which nobody who lives can be born. */
export const notBornMessage = 'Please enter a valid year';

/** Whether somebody who lives can be born on a day (YYYY-MM-DD), seen from today in Los Angeles. */
export const canBeBorn = (day: string, today: string): boolean => day >= earliestBirth && day <= today;

/**
 * The spouse and the children who cannot be born when it says, by their places: `spouse.birth_date`,
 * `children.0.birth_date`. The health form and the service's save both run it.
 */
export function familyErrors(
  { spouse, children }: { spouse?: Born | null | undefined; children?: readonly Born[] | undefined },
  today: string,
): Record<string, string> {
  const errors: Record<string, string> = {};
  const check = (place: string, birth: string | null | undefined) => {
    if (birth && !canBeBorn(birth, today)) errors[`${place}.birth_date`] = notBornMessage;
  };
  check('spouse', spouse?.birth_date);
  for (const [index, child] of (children ?? []).entries())
    check(`children.${String(index)}`, child.birth_date);
  return errors;
}
