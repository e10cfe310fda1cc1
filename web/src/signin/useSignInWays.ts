import { useQuery } from '@tanstack/react-query';
import { listSignInWays } from '@crm/contracts/http/single-sign-on.js';
import type { CallAnswer } from '../http/call-endpoint.js';
import { useVerbs } from '../providers/useVerb.js';

type SignInWays = CallAnswer<typeof listSignInWays>;

/** With no answer there is still the password. */
const passwordAlone: SignInWays = { providers: [], passwords: true };

/** The ways to sign in; undefined until they are known. */
export function useSignInWays(): SignInWays | undefined {
  const provider = useVerbs();
  const { data, isError } = useQuery({
    queryKey: ['sign-in-ways'],
    queryFn: () => provider.call(listSignInWays, {}),
    retry: false,
  });
  return isError ? passwordAlone : data;
}
