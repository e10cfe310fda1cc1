import type { z } from 'zod';

/** What a window remembers of its user beyond its page: a reload finds it, another window or user does not. */
export interface WindowMemory<T> {
  remember: (value: T) => void;
  forget: () => void;
  recall: (userId: string) => T | undefined;
}

/** Remembers in what belongs to this window alone, and outlives its pages. */
export function createWindowMemory<T extends { user_id: string }>(
  storage: Storage,
  key: string,
  schema: z.ZodType<T>,
): WindowMemory<T> {
  const forget = () => {
    storage.removeItem(key);
  };
  return {
    remember: (value) => {
      storage.setItem(key, JSON.stringify(value));
    },
    forget,
    recall: (userId) => {
      const text = storage.getItem(key);
      if (text === null) return undefined;
      const { data } = schema.safeParse(parsed(text));
      if (data?.user_id === userId) return data;
      forget();
      return undefined;
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
