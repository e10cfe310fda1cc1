/** So long somebody is put to the agent who talked to them last. */
export const lastCallerDays = 30;
/** So many devices ring at once. */
const maxAtOnce = 3;

/** Who may take a call to a number that all agents share. */
export interface Callees {
  /** Who called the caller, or talked to them, last within `lastCallerDays`, where they may work the lead. */
  last: string | undefined;
  /** Whose lead the caller is. */
  owner: string | undefined;
  /** Agents licensed for the lead's state and line, the one who waited longest first. */
  suitable: readonly string[];
}

/**
 * In which order agents are rung for a number that all share: first whoever called the caller or talked to them last, then
 * the agent whose lead they are, then agents who suit, three at a time. A lead that is somebody's is taken by nobody else:
 * others may not work it. A call to an agent's own number rings that agent alone and does not come here.
 */
export function ringOrder({ last, owner, suitable }: Callees): string[][] {
  const others = owner === undefined ? suitable : [];
  const tiers = [last === undefined ? [] : [last], owner === undefined ? [] : [owner], [...others]];
  const named = new Set<string>();
  return tiers
    .map((tier) =>
      tier.filter((user) => {
        const isNew = !named.has(user);
        named.add(user);
        return isNew;
      }),
    )
    .filter((tier) => tier.length > 0);
}

/** Whom to ring now: the first of the order with anybody who is idle and was not just asked. */
export function toRing(
  order: readonly (readonly string[])[],
  {
    idle,
    passed,
    most = maxAtOnce,
  }: { idle: ReadonlySet<string>; passed: ReadonlySet<string>; most?: number },
): string[] {
  const ready = order.map((tier) => tier.filter((user) => idle.has(user) && !passed.has(user)));
  return (ready.find((tier) => tier.length > 0) ?? []).slice(0, most);
}
