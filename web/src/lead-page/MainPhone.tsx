import { Fragment } from 'react';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { toShown } from '@crm/contracts/phone.js';
import { useNow } from '../controls/useNow.js';
import { useLeadPageMessages } from '../i18n/lead-page.en.js';
import { PermissionChips } from '../leads/permission/PermissionChips.js';
import { useMayContact } from '../leads/permission/useMayContact.js';
import { localTimes } from '../leads/lead/local-time.js';

/** The number to call, and what time it is there; the statuses that hide it say so (rule L4). */
export function MainPhone({ lead }: { lead: Lead }) {
  const translate = useLeadPageMessages();
  const { phone, second_phone, phone_hidden } = lead;
  const { zones } = useMayContact(lead);
  const isShown = !phone_hidden && phone !== null;
  return (
    <>
      {/* The clock of two zones has no room beside the number: it stands below it, in one line. */}
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          columnGap: 1,
          mb: 1,
        }}
      >
        <Typography
          variant="h4"
          component="p"
          aria-label={translate('crm.fields.phone')}
          sx={{
            flex: 'none',
            whiteSpace: 'nowrap',
            fontVariantNumeric: 'tabular-nums',
            color: isShown ? 'text.primary' : 'text.tertiary',
          }}
        >
          {isShown ? toShown(phone) : translate(phone_hidden ? 'crm.lead.phoneHidden' : 'crm.lead.noPhone')}
        </Typography>
        {isShown && zones.length > 0 && <LocalTime zones={zones} />}
      </Box>
      {(isShown || phone_hidden) && <PermissionChips lead={lead} place="phone" />}
      {second_phone !== null && <PermissionChips lead={lead} place="second_phone" />}
    </>
  );
}

function LocalTime({ zones }: { zones: readonly string[] }) {
  const now = useNow();
  return (
    <Typography
      variant="body2"
      component="span"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        color: 'text.secondary',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <ScheduleOutlined fontSize="small" aria-hidden />
      <span>
        {localTimes(zones, now).map((time, index) => (
          <Fragment key={time}>
            {index > 0 && ' / '}
            <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
              {time}
            </Box>
          </Fragment>
        ))}
      </span>
    </Typography>
  );
}
