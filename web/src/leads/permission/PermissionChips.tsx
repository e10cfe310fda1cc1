import { Suspense, useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { roles } from '@crm/contracts/codes/roles.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import type { ContactOverride, WayToCustomer } from '@crm/contracts/http/permission.js';
import { useTranslate } from '../../i18n/useTranslate.js';
import { useCurrentUser } from '../../session/SessionContext.js';
import { OverrideLine } from './OverrideLine.js';
import { both, isSame, one, saidOf, type Says } from './permission-words.rules.js';
import { useMayContact, type ContactWay } from './useMayContact.js';
import { lazyPart } from '../../loading/lazy-part.js';

const OverrideDialog = lazyPart(() => import('./OverrideDialog.js'));

const overridesOf = (ways: readonly WayToCustomer[]): ContactOverride[] =>
  ways.flatMap(({ override }) => override ?? []);

/** Whether all that is said of the second phone is said of the first already. */
const isSameAsMain = (
  wayOf: ReturnType<typeof useMayContact>['wayOf'],
  call: WayToCustomer,
  text: WayToCustomer,
) => {
  const main = { call: wayOf('phone', 'call').way, text: wayOf('phone', 'text').way };
  return (
    main.call !== undefined &&
    main.text !== undefined &&
    overridesOf([main.call, main.text]).length === 0 &&
    isSame(main.call.permission, call.permission) &&
    isSame(main.text.permission, text.permission)
  );
};

/** Whether a number may be called and texted now: green, orange with the next time, or red (look: Lead page). */
export function PermissionChips({ lead, place }: { lead: Lead; place: 'phone' | 'second_phone' }) {
  const translate = useTranslate();
  const { role_id } = useCurrentUser();
  const { zones, wayOf } = useMayContact(lead);
  const [asked, setAsked] = useState<WayToCustomer>();
  const call = wayOf(place, 'call');
  const text = wayOf(place, 'text');
  if (call.way === undefined || text.way === undefined) {
    return call.reason === undefined ? null : <Reason text={call.reason} />;
  }
  const overrides = overridesOf([call.way, text.way]);
  if (place === 'second_phone' && overrides.length === 0 && isSameAsMain(wayOf, call.way, text.way))
    return null;
  const chips: [ContactWay, Says][] = isSame(call.way.permission, text.way.permission)
    ? [[call, both]]
    : [
        [call, one.call],
        [text, one.text],
      ];
  const refused = chips.find(([{ allowed }]) => !allowed)?.[0];
  // What the customer closed by their own word nobody sets aside.
  const overridable =
    role_id === roles.admin ? [call.way, text.way].find((way) => way.overridable) : undefined;
  return (
    <Box sx={{ mb: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>
        {place === 'second_phone' && <Reason text={translate('crm.contact.secondPhone')} />}
        {chips.map(([way, says]) => (
          <PermissionChip key={says.later} {...way} says={says} zone={zones[0]} />
        ))}
        {overridable && (
          <Button
            size="small"
            color="inherit"
            onClick={() => {
              setAsked(overridable);
            }}
          >
            {translate('crm.contact.allow')}
          </Button>
        )}
      </Box>
      {/* Of the hours the chip says all: from when, beside the clock there. */}
      {refused?.reason !== undefined && refused.way?.permission.rule !== 'hours' && (
        <Reason text={refused.reason} />
      )}
      {overrides.map((override) => (
        <OverrideLine key={override.id} override={override} zone={zones[0]} />
      ))}
      {asked && (
        <Suspense fallback={null}>
          <OverrideDialog
            leadId={lead.id}
            way={asked}
            onClose={() => {
              setAsked(undefined);
            }}
          />
        </Suspense>
      )}
    </Box>
  );
}

const Reason = ({ text }: { text: string }) => (
  <Box component="span" sx={(theme) => ({ ...theme.typography.caption, color: 'text.secondary' })}>
    {text}
  </Box>
);

function PermissionChip({ allowed, way, says, zone }: ContactWay & { says: Says; zone: string | undefined }) {
  const translate = useTranslate();
  const next_allowed_at = way?.permission.next_allowed_at ?? null;
  const { hue, word, time } = saidOf({ allowed, next_allowed_at }, says, zone, new Date());
  return (
    <Chip
      size="small"
      label={translate(word, { time })}
      sx={(theme) => ({ backgroundColor: theme.palette.hue[hue].chip, color: theme.palette.hue[hue].fg })}
    />
  );
}
