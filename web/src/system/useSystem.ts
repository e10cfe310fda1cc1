import { useQueryClient } from '@tanstack/react-query';
import { acknowledgeBulkReading } from '@crm/contracts/http/audit.js';
import {
  dropDeadLetter,
  dropDelivery,
  getSystemPart,
  listDeadLetters,
  listDeliveries,
  listSystemActions,
  readDeadLetter,
  readDelivery,
  retryDeadLetter,
  retryDelivery,
  type PartState,
  type SystemAction,
  type SystemPart,
} from '@crm/contracts/http/system.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';

const key = ['system'] as const;
const readEveryMs = 15_000;

/** A message that was given up on, whichever way. */
export interface FailedMessage {
  kind: 'delivery' | 'dead';
  id: string;
  queue: string;
  /** Null where nobody could read it. */
  type: string | null;
  reason: string;
  at: string | null;
  retryable: boolean;
}

export interface GivenUpPage {
  messages: FailedMessage[];
  total: number | null;
  hasMore: boolean;
}

export const partKey = (service: SystemPart) => [...key, service, 'state'] as const;

/** How one part is, read anew every quarter of a minute. */
export function usePartState(service: SystemPart) {
  return useVerbQuery<PartState>({
    key: partKey(service),
    ask: (provider, signal) => provider.call(getSystemPart, { params: { service }, signal }),
    refetchInterval: readEveryMs,
  });
}

/** What was given up on, the first `limit` of it. */
export function useFailedMessages(service: SystemPart, kind: FailedMessage['kind'], limit: number) {
  return useVerbQuery<GivenUpPage>({
    key: [...key, service, kind, limit],
    keepsPrevious: true,
    ask: async (provider, signal) => {
      const given = { params: { service }, query: { limit: String(limit) }, signal };
      if (kind === 'delivery') {
        const { deliveries, next } = await provider.call(listDeliveries, given);
        return {
          messages: deliveries.map(({ failed_at, ...rest }) => ({ ...rest, kind, at: failed_at })),
          total: null,
          hasMore: next !== null,
        };
      }
      const { letters, total } = await provider.call(listDeadLetters, given);
      return {
        messages: letters.map(({ dead_at, ...rest }) => ({ ...rest, kind, at: dead_at, retryable: true })),
        total,
        hasMore: total > letters.length,
      };
    },
  });
}

/** What a message holds, what may be personal covered. */
export function useContent(service: SystemPart, { kind, id }: FailedMessage) {
  return useVerbQuery<unknown>({
    key: [...key, service, kind, 'content', id],
    ask: async (provider, signal) => {
      const given = { params: { service, id }, signal };
      if (kind === 'delivery') return (await provider.call(readDelivery, given)).event;
      return (await provider.call(readDeadLetter, given)).content;
    },
  });
}

/** Who did what to messages of a part. */
export function useActions(service: SystemPart) {
  return useVerbQuery<SystemAction[]>({
    key: [...key, service, 'actions'],
    ask: async (provider, signal) =>
      (await provider.call(listSystemActions, { params: { service }, signal })).actions,
  });
}

/** Trying again and dropping. Whatever comes of it, what is shown is read anew: somebody else may have been faster. */
export function useSystemActions(service: SystemPart) {
  const queries = useQueryClient();
  const showAnswer = useShowAnswer();
  const reread = () => {
    void queries.invalidateQueries({ queryKey: [...key, service] });
  };
  const options = {
    onSuccess: (answer: Parameters<typeof showAnswer>[0]) => {
      showAnswer(answer);
      reread();
    },
    onRefused: () => {
      reread();
    },
  };
  return {
    retry: useVerb(
      (provider, { kind, id }: FailedMessage) =>
        kind === 'delivery'
          ? provider.call(retryDelivery, { params: { service, id } })
          : provider.call(retryDeadLetter, { params: { service, id } }),
      options,
    ),
    drop: useVerb(
      (provider, { kind, id }: FailedMessage) =>
        kind === 'delivery'
          ? provider.call(dropDelivery, { params: { service, id } })
          : provider.call(dropDeadLetter, { params: { service, id } }),
      options,
    ),
  };
}

/** Takes the alarm about a user off the page. */
export function useAcknowledge(service: 'leads') {
  const queries = useQueryClient();
  const showAnswer = useShowAnswer();
  const reread = () => {
    void queries.invalidateQueries({ queryKey: [...key, service] });
  };
  return useVerb(
    (provider, userId: string) => provider.call(acknowledgeBulkReading, { params: { service, userId } }),
    {
      onSuccess: (answer) => {
        showAnswer(answer);
        reread();
      },
      onRefused: reread,
    },
  );
}

/** Reads everything of the page anew. */
export function useRereadSystem() {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: key });
  };
}
