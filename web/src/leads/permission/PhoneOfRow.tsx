import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { visuallyHidden } from '@mui/utils';
import type { RowPermission } from '@crm/contracts/http/permission.js';
import { useNow } from '../../controls/useNow.js';
import { Dot } from '../../filters/Dot.js';
import { useTranslate } from '../../i18n/useTranslate.js';
import { localTimes } from '../lead/local-time.js';
import { saidOfBoth } from './permission-words.rules.js';
import { useIsPermissionComing, useRowPermission } from './RowPermissions.js';

/** A row's phone, and below it the customer's clock with whether they may be called and texted by it. */
export function PhoneOfRow({ id, children }: { id: string; children: ReactNode }) {
  const permission = useRowPermission(id);
  const isComing = useIsPermissionComing();
  return (
    <span className="cell-phone">
      <span className="cell-phone-number">{children}</span>
      {/* Its place is kept, so that nothing moves when it comes; without it the phone stands in the middle of its row. */}
      {(permission !== undefined || isComing) && (
        <span className="cell-phone-clock">{permission && <LocalTimeOfRow permission={permission} />}</span>
      )}
    </span>
  );
}

/** The customer's clock, with whether they may be called and texted by it. */
export function LocalTimeOfRow({
  permission: { zones, call, text },
}: {
  permission: Pick<RowPermission, 'zones' | 'call' | 'text'>;
}) {
  const translate = useTranslate();
  const now = useNow();
  const [time = '', ...others] = localTimes(zones, now);
  if (call === null || text === null) return <Clock time={time} more={others.length} />;
  const { hue, said, reason } = saidOfBoth({ call, text }, zones[0], now);
  const words = said.map(({ word, time: from }) => translate(word, { time: from })).join('. ');
  return (
    <Tooltip
      describeChild
      placement="bottom-start"
      title={
        <>
          {words}
          {reason !== undefined && <Box>{reason}</Box>}
          {others.length > 0 && <Box>{[time, ...others].join(' / ')}</Box>}
        </>
      }
    >
      <Box
        component="span"
        sx={{ display: 'inline-flex', alignItems: 'center', gap: { xs: 0.5, md: 0.75 }, maxWidth: '100%' }}
      >
        <Dot hue={hue} aria-hidden="true" />
        <span style={visuallyHidden}>{words}</span>
        <Clock time={time} more={others.length} />
      </Box>
    </Tooltip>
  );
}

const Clock = ({ time, more }: { time: string; more: number }) => (
  <span className="cell-clock cell-secondary">{more > 0 ? `${time} +${String(more)}` : time}</span>
);
