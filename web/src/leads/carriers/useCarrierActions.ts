import { selectCarrier } from '@crm/contracts/http/carriers.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { carrierAfterPrices } from '@crm/contracts/leads/price.rules.js';
import { useShowAnswer, useShowRefusal } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';
import { useSendLive } from '../../realtime/useSendLive.js';
import { cacheLead, leadActionKey, wholeLeadKey } from '../lead/lead-query.js';

interface Priced {
  carrier: string;
  /** Null takes the price away. */
  price: number | null;
}

function withPrice(prices: Readonly<Record<string, number>>, { carrier, price }: Priced) {
  const rest = Object.fromEntries(Object.entries(prices).filter(([code]) => code !== carrier));
  return price === null ? rest : { ...rest, [carrier]: price };
}

/** Prices and the selected carrier of an open lead; prices are saved one after the other, each on top of what is known. */
export function useCarrierActions({ id }: Pick<Lead, 'id'>) {
  const client = useQueryClient();
  const sendLive = useSendLive();
  const showAnswer = useShowAnswer();
  const showRefusal = useShowRefusal();
  const mutationKey = leadActionKey(id);

  const pricing = useMutation({
    mutationKey,
    scope: { id: `price of ${id}` },
    mutationFn: (priced: Priced) => {
      const known = client.getQueryData<Lead>(wholeLeadKey(id));
      return sendLive('updatePrice', { lead_id: id, price: withPrice(known?.price ?? {}, priced) });
    },
    onSuccess: (_answer, priced) => {
      // The saved lead is on its way as an event; until then the next price is built on this one.
      client.setQueryData<Lead>(wholeLeadKey(id), (known) => {
        if (known === undefined) return known;
        const price = withPrice(known.price, priced);
        return { ...known, price, carrier: carrierAfterPrices(known.price, price, known.carrier) };
      });
    },
    onError: showRefusal,
  });

  const selection = useVerb(
    (provider, carrier: string) => provider.call(selectCarrier, { body: { lead_id: id, carrier } }),
    {
      key: mutationKey,
      onSuccess: ({ lead, ...outcome }) => {
        cacheLead(client, lead);
        showAnswer(outcome);
      },
    },
  );

  return { pricing, selection };
}
