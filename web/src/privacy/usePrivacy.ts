import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  fetchPersonExport,
  findPerson,
  makePrivacyRequest,
  type PersonLead,
  type PrivacyRequest,
} from '@crm/contracts/http/privacy.js';
import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { saveFile } from '../downloads/useDownload.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';

/** The name of what was asked for in persons' names, as a resource. */
export const privacyRequests = 'privacy/requests';

/** Numbers and e-mails by which a person is looked for. */
export interface Addresses {
  phones: string[];
  emails: string[];
}

/** Leads that have one of the addresses. Asked for by an action, not by a key: no address lies in a cache. */
export function useFindPerson() {
  const [found, setFound] = useState<{ addresses: Addresses; leads: PersonLead[] }>();
  const finding = useVerb(
    (provider, addresses: Addresses) => provider.call(findPerson, { body: addresses }),
    {
      onSuccess: ({ leads }, addresses) => {
        setFound({ addresses, leads });
      },
    },
  );
  return {
    found,
    isPending: finding.isPending,
    find: finding.mutate,
    forget: () => {
      setFound(undefined);
    },
  };
}

/** Asking for an export or an erasure, and fetching what was collected. */
export function usePrivacyActions() {
  const queries = useQueryClient();
  const showAnswer = useShowAnswer();
  const reread = () => {
    void queries.invalidateQueries({ queryKey: [privacyRequests] });
  };
  return {
    making: useVerb(
      (provider, body: InputOf<typeof makePrivacyRequest>['body']) =>
        provider.call(makePrivacyRequest, { body }),
      {
        onSuccess: (answer) => {
          showAnswer(answer);
          reread();
        },
      },
    ),
    fetching: useVerb(
      (provider, { id }: Pick<PrivacyRequest, 'id'>) => provider.call(fetchPersonExport, { params: { id } }),
      {
        onSuccess: (collected, { id }) => {
          const text = JSON.stringify(collected, undefined, 2);
          saveFile(new Blob([text], { type: 'application/json' }), `person-${id}.json`);
          reread();
        },
      },
    ),
  };
}
