import { useStore } from 'react-admin';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { useCalling, useCallingStore, type WantedCall } from '../calling/calling.js';
import { useCallMessages } from '../i18n/calls.en.js';
import { useMayContact } from '../leads/permission/useMayContact.js';
import { shownCall } from './call-shown.rules.js';
import { useCallableNumbers, type CallableNumber } from './useCallableNumbers.js';

export type CallKind = WantedCall['kind'];

/** How a lead would be called: by the number and in the kind chosen last, and what stands against it. */
export function useDial(lead: Lead) {
  const translate = useCallMessages();
  const store = useCallingStore();
  const calling = useCalling();
  const { desk, here, chosenPlaces } = calling;
  const may = useMayContact(lead);
  const numbers = useCallableNumbers(lead, may);
  const [kept, setKind] = useStore<string>('calls.kind', 'conference');
  const kind: CallKind = kept === 'single' ? 'single' : 'conference';
  const place = chosenPlaces.get(lead.id);
  const chosen =
    numbers.find((each) => each.place === place) ??
    numbers.find(({ denialReason }) => denialReason === undefined) ??
    numbers[0];

  const call = shownCall(calling);
  const isThisCall = call?.leadId === lead.id;
  const busyLine = isThisCall
    ? translate('crm.calls.onThisCall')
    : call || here
      ? translate('crm.calls.onAnotherCall')
      : undefined;

  return {
    numbers,
    chosen,
    kind,
    isThisCall,
    /** Whether the server has not yet said who may be called. */
    isUnknown: may.isUnknown,
    /** Why nobody can be called just now: the user is in a call. */
    busyLine,
    setKind,
    setPlace: (next: CallableNumber['place']) => {
      store.set({ chosenPlaces: new Map(chosenPlaces).set(lead.id, next) });
    },
    dial: (to: CallableNumber | undefined = chosen) => {
      if (!to || to.number === null || to.denialReason !== undefined || busyLine !== undefined) return;
      void desk?.call({ number: to.number, leadId: lead.id, kind, name: lead.fullname });
    },
  };
}
