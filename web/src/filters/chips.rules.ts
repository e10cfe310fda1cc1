/** At most this many picked values of a filter stand as chips; the rest is counted (look: Filter bar). */
export const chipsPerFilter = 3;

/** The chips of a filter's picked values and what the last one counts. */
export function chipsOf<V>(picked: readonly V[] | undefined): { shown: V[]; more: V[] } {
  const values = picked ?? [];
  return { shown: values.slice(0, chipsPerFilter), more: values.slice(chipsPerFilter) };
}
