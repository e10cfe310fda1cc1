import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useEvent } from 'react-admin';
import type { ContactChannel, ContactPlace } from '@crm/contracts/customers/contact.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { type WayToCustomer, leadPermission } from '@crm/contracts/http/permission.js';
import { useTranslate } from '../../i18n/useTranslate.js';
import { useServerEvent } from '../../realtime/useServerEvent.js';
import { openedPart } from '../lead/opening.js';
import { useIsFirst } from '../../providers/useIsFirst.js';
import { useVerbQuery } from '../../providers/useVerbQuery.js';
import { localise } from '../../i18n/language.js';
import { type Timed, useFreshPermission } from './useFreshPermission.js';

/** Others contact the same customer. */
const askAgainMs = 60_000;

export const permissionKey = (leadId: string) => ['leads', 'permission', leadId] as const;

/** One way to the customer for a button: off with its reason where it is not allowed, or not known to be. */
export interface ContactWay {
  allowed: boolean;
  /** Why not and until when; undefined where it is allowed. */
  reason: string | undefined;
  way: WayToCustomer | undefined;
}

/** What the server says of how a lead may be contacted: asked once for all that show a part of it. */
function useLeadPermission({ id, version }: Pick<Lead, 'id' | 'version'>) {
  const queries = useQueryClient();
  return useVerbQuery({
    key: [...permissionKey(id), version],
    ask: async (provider, signal) =>
      (await openedPart(queries, id, 'permission')) ??
      (await provider.call(leadPermission, { params: { id }, signal })),
    staleTime: askAgainMs / 2,
    refetchOnWindowFocus: true,
  });
}

/** Why the user may not sell to the customer of a lead: the licence that is missing. Undefined where they may. */
export const useLicenceDenial = (lead: Pick<Lead, 'id' | 'version'>): string | undefined =>
  useLeadPermission(lead).data?.licence_denial ?? undefined;

/** Asks again for all that show a part of a lead's permission: as time passes, and when something changes it. */
function useFreshLeadPermission(id: string, data: Timed | undefined): void {
  const queries = useQueryClient();
  const isFirst = useIsFirst(`permission of ${id}`);
  const askAgain = useEvent(() => {
    if (isFirst) void queries.invalidateQueries({ queryKey: permissionKey(id) });
  });
  useFreshPermission(data, askAgain);
  useEffect(() => {
    const timer = setInterval(askAgain, askAgainMs);
    return () => {
      clearInterval(timer);
    };
  }, [id, askAgain]);
  // A text of ours is an attempt; what a customer's word changes is told for itself.
  useServerEvent('addMessage', ({ lead_id, is_client_message }) => {
    if (lead_id === id && is_client_message === 0) askAgain();
  });
}

/**
 * How a lead may be contacted at the moment, for whatever shows or does it: `wayOf(place, channel)` gives a button its
 * reason. Where the server cannot be asked nothing is allowed. Whoever contacts is asked again by the server.
 */
export function useMayContact({ id, version }: Pick<Lead, 'id' | 'version'>) {
  const translate = useTranslate();
  const { data, isError } = useLeadPermission({ id, version });
  useFreshLeadPermission(id, data);

  const wayOf = (place: ContactPlace, channel: ContactChannel): ContactWay => {
    const way = isError
      ? undefined
      : data?.ways.find((each) => each.place === place && each.channel === channel);
    if (way?.permission.allowed === true) return { allowed: true, reason: undefined, way };
    const missing = translate(
      isError ? 'crm.contact.unknown' : data ? 'crm.contact.none' : 'crm.contact.asking',
    );
    return { allowed: false, reason: way ? localise(way.permission.sentence) : missing, way };
  };
  return { zones: data?.zones ?? [], wayOf, isUnknown: data === undefined && !isError };
}
