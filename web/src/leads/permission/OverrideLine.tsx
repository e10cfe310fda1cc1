import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { roles } from '@crm/contracts/codes/roles.js';
import { endContactOverride, type ContactOverride } from '@crm/contracts/http/permission.js';
import { shownDate, shownInstant } from '@crm/contracts/time/pacific.js';
import { useContactOverrideMessages } from '../../i18n/contact-override.en.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';
import { useCurrentUser } from '../../session/SessionContext.js';
import { shownAt } from '../lead/local-time.js';
import { permissionKey } from './useMayContact.js';

const sentences = {
  call: 'crm.contact.callsAllowed',
  text: 'crm.contact.textsAllowed',
  email: 'crm.contact.emailsAllowed',
} as const;

/** Who set the rules aside for a channel, why and until when by the customer's clock; an admin ends it here. */
export function OverrideLine({ override, zone }: { override: ContactOverride; zone: string | undefined }) {
  const { id, lead_id, channel, by, reason, requested_on, until } = override;
  const translate = useContactOverrideMessages();
  const queries = useQueryClient();
  const showAnswer = useShowAnswer();
  const { role_id } = useCurrentUser();
  const ending = useVerb(
    (provider) => provider.call(endContactOverride, { params: { id: lead_id, overrideId: id } }),
    {
      onSuccess: (answer) => {
        showAnswer(answer);
        void queries.invalidateQueries({ queryKey: permissionKey(lead_id) });
      },
      // Ended meanwhile, or run out: the page shows what holds now.
      onRefused: () => void queries.invalidateQueries({ queryKey: permissionKey(lead_id) }),
    },
  );
  const time = zone === undefined ? shownInstant(until) : shownAt(zone, new Date(until), new Date());
  const says = translate(sentences[channel], { by, time });
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
      <Box sx={(theme) => ({ ...theme.typography.caption, minWidth: 0, py: 0.5, color: 'text.secondary' })}>
        {says}
        <Box component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
          {requested_on === null
            ? translate('crm.contact.because', { reason })
            : translate('crm.contact.becauseOn', { reason, date: shownDate(requested_on) })}
        </Box>
      </Box>
      {role_id === roles.admin && (
        <Button
          size="small"
          color="inherit"
          aria-label={translate('crm.contact.endOf', { says })}
          loading={ending.isPending}
          onClick={() => {
            ending.mutate(undefined);
          }}
        >
          {translate('crm.contact.end')}
        </Button>
      )}
    </Box>
  );
}
