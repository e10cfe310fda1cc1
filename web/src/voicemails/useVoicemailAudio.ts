import { getCustomerVoicemail, readVoicemail } from '@crm/contracts/http/recordings.js';
import { useLogoutIfAccessDenied } from '../session/AccessDenied.js';
import { useVerb, useVerbs } from '../providers/useVerb.js';

/** Asks where a voicemail plays, with a fresh address each time, and marks it as played. */
export function useVoicemailAudio(): { load: (id: string) => Promise<string>; read: (id: string) => void } {
  const verbs = useVerbs();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const { mutate } = useVerb((provider, id: string) => provider.call(readVoicemail, { params: { id } }));
  return {
    load: async (id) => {
      try {
        return (await verbs.call(getCustomerVoicemail, { params: { id } })).vm.url;
      } catch (error) {
        await logoutIfAccessDenied(error);
        throw error;
      }
    },
    read: mutate,
  };
}
