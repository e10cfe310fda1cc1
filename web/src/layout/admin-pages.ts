import { rights } from '@crm/contracts/access.js';
import type { User } from '@crm/contracts/entities/user.js';
import { nouns, type Noun } from '../routes/nouns.js';
import { actorOf } from '../session/SessionContext.js';

/** A set-up page: rarely used, so in the settings menu instead of the side menu. */
export interface AdminPage {
  to: string;
  label: string;
  Icon: NonNullable<Noun['setting']>['Icon'];
}

/** The set-up pages a user may open. */
export const adminPagesFor = (user: Pick<User, 'role_id' | 'subroles'>): readonly AdminPage[] =>
  nouns.flatMap(({ name, right, setting }) =>
    setting !== undefined && rights[setting.right ?? right](actorOf(user))
      ? [{ to: `/${name}`, label: setting.title, Icon: setting.Icon }]
      : [],
  );
