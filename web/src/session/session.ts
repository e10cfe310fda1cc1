import type { User } from '@crm/contracts/entities/user.js';

/** Where the token is in the browser: kept there by the specification, removed on logout. */
const tokenKey = 'session.token';

/** Whom the session is about: undefined until the start is over, null when nobody is signed in. */
export type SessionUser = User | null | undefined;

/**
 * The token and the person behind it. The token is read from storage each time, so that one renewed in another window
 * counts here at once; the person lives in memory alone.
 */
export interface Session {
  token(): string | null;
  user: () => SessionUser;
  /** Takes what a sign-in or a verification answered. */
  begin(user: User, token?: string): void;
  /** Notes what became known of the person: presence, the uncompleted lead. */
  change(known: Partial<User>): void;
  end(): void;
  subscribe: (listener: () => void) => () => void;
  /** Told when another window signed out (null) or signed in or renewed (the token). */
  onOtherWindow(listener: (token: string | null) => void): () => void;
}

export function createSession(storage: Storage = window.localStorage): Session {
  let user: SessionUser;
  const listeners = new Set<() => void>();
  const set = (next: SessionUser) => {
    user = next;
    for (const listener of listeners) listener();
  };

  return {
    token: () => storage.getItem(tokenKey),
    user: () => user,
    begin: (person, token) => {
      if (token !== undefined) storage.setItem(tokenKey, token);
      set(person);
    },
    change: (known) => {
      if (user) set({ ...user, ...known });
    },
    end: () => {
      storage.removeItem(tokenKey);
      set(null);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onOtherWindow: (listener) => {
      const heard = ({ key, newValue, storageArea }: StorageEvent) => {
        if (key === tokenKey && storageArea === storage) listener(newValue);
      };
      window.addEventListener('storage', heard);
      return () => {
        window.removeEventListener('storage', heard);
      };
    },
  };
}
