import type { ReactNode } from 'react';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';

interface Props {
  label: string;
  /** The tooltip, if different from the label: why it is disabled. */
  hint?: string;
  isOff?: boolean;
  onClick: () => void;
  /** Its icon. */
  children: ReactNode;
}

/** An icon button in a row. Disabled, it stays focusable and says why. */
export const IconAction = ({ label, hint = label, isOff = false, onClick, children }: Props) => (
  <Tooltip title={hint} describeChild={hint !== label}>
    <IconButton
      aria-label={label}
      {...(isOff && { 'aria-disabled': true, sx: { color: 'action.disabled' } })}
      onClick={() => {
        if (!isOff) onClick();
      }}
    >
      {children}
    </IconButton>
  </Tooltip>
);
