import { useState } from 'react';
import { findPerson, type PersonLead } from '@crm/contracts/http/privacy.js';
import { useVerb } from '../providers/useVerb.js';

/** Numbers and e-mails by which a person is looked for. */
interface Addresses {
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
