import { rights, type Right } from '@crm/contracts/access.js';
import type { User } from '@crm/contracts/entities/user.js';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Session, SessionUser } from './session.js';

const SessionContext = createContext<Session | undefined>(undefined);

export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}

/** Who is signed in: undefined while the start is under way, null when nobody is. */
export function useSessionUser(): SessionUser {
  const { subscribe, user } = useSession();
  return useSyncExternalStore(subscribe, user);
}

const CurrentUserContext = createContext<User | undefined>(undefined);

/** Given by the layout, so that everything inside it may count on somebody being signed in. */
export const CurrentUserProvider = CurrentUserContext.Provider;

/** The signed-in user, wherever the layout is around. */
export function useCurrentUser(): User {
  const user = useContext(CurrentUserContext);
  if (!user) throw new Error('useCurrentUser is for what stands inside the layout');
  return user;
}

/** What the rights of `contracts` ask of a user. */
export const actorOf = ({ role_id, subroles }: Pick<User, 'role_id' | 'subroles'>) => ({
  role: role_id,
  subroles,
});

/** Whether the signed-in user may see a page or do an action; the server decides it again. */
export function useRight(right: Right): boolean {
  return rights[right](actorOf(useCurrentUser()));
}

/** The lead whose status the user still owes, if any: told by the server at sign-in, by 307 and by live event. */
export function useUncompletedLead(): string | null {
  return useCurrentUser().uncompleted_lead;
}
