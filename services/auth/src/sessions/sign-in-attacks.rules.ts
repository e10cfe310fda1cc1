import type { SignInAttack } from '@crm/contracts/http/system.js';
import { networkOf } from '@crm/platform/network/network.rules.js';
import { allowances } from './sign-in-limits.rules.js';

/** How far back refused sign-ins are counted. */
export const attackWindowMs = 3_600_000;

/** From so many on it is an attack: as many wrong passwords as use up what a network, or an account, may have. */
const fewest = { network: allowances.network.burst, account: allowances.account.burst };

/** A sign-in that was refused, as the audit log has it. */
export interface RefusedSignIn {
  at: Date;
  address: string;
  /** `account/<e-mail>` among them. */
  subjects: readonly string[];
}

const accountsOf = ({ subjects }: RefusedSignIn) =>
  subjects
    .filter((subject) => subject.startsWith('account/'))
    .map((subject) => subject.slice('account/'.length));

/** The networks and accounts with so many refused sign-ins that somebody guesses there, the most first. */
export function attacksIn(refused: readonly RefusedSignIn[]): SignInAttack[] {
  const found = new Map<string, SignInAttack>();
  const count = (by: SignInAttack['by'], name: string, at: string) => {
    const before = found.get(`${by} ${name}`) ?? { by, name, refused: 0, first_at: at, last_at: at };
    const first_at = at < before.first_at ? at : before.first_at;
    const last_at = at > before.last_at ? at : before.last_at;
    found.set(`${by} ${name}`, { by, name, refused: before.refused + 1, first_at, last_at });
  };
  for (const each of refused) {
    const at = each.at.toISOString();
    count('network', networkOf(each.address), at);
    for (const account of accountsOf(each)) count('account', account, at);
  }
  return [...found.values()]
    .filter(({ by, refused: times }) => times >= fewest[by])
    .sort((a, b) => b.refused - a.refused || (a.name < b.name ? -1 : 1));
}
