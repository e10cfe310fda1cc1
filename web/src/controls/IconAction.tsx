import type { ReactNode } from 'react';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';

interface Props {
  label: string;
  /** What its tooltip says where that is not its label: why it is off. */
  hint?: string;
  isOff?: boolean;
  onClick: () => void;
  /** Its icon. */
  children: ReactNode;
}

/** A button of a row. Switched off it keeps its place for the keyboard and says why. */
export const IconAction = ({ label, hint = label, isOff = false, onClick, children }: Props) => (
  <Tooltip title={hint} describeChild={hint !== label}>
    <IconButton
      aria-label={label}
      {...(isOff && { 'aria-disabled': true, sx: { color: 'text.tertiary' } })}
      onClick={() => {
        if (!isOff) onClick();
      }}
    >
      {children}
    </IconButton>
  </Tooltip>
);
