import Button, { type ButtonProps } from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';

export interface ReasonButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Why it is disabled; the button stays focusable, so that everybody can read the reason. */
  reason?: string | undefined;
}

/** A button that says why it is disabled. */
export const ReasonButton = ({ reason, onClick, ...props }: ReasonButtonProps) => (
  <Tooltip title={reason ?? ''} describeChild>
    <Button
      {...props}
      {...(reason === undefined ? {} : { 'aria-disabled': true })}
      onClick={(event) => {
        if (reason === undefined) onClick?.(event);
        else event.preventDefault();
      }}
    />
  </Tooltip>
);
