import { Button, type ButtonProps } from './button.tsx';
import { cn } from './cn.ts';
import { Tooltip } from './tooltip.tsx';

interface IconButtonProps extends Omit<ButtonProps, 'aria-label'> {
  /** The accessible name, also shown as a tooltip. */
  label: string;
  /** False where the name is shown next to the button anyway. */
  tooltip?: boolean;
  side?: 'top' | 'right' | 'bottom' | 'left';
}

const square = { sm: 'size-control-sm', md: 'size-control', lg: 'size-control-lg' } as const;

export function IconButton(props: IconButtonProps) {
  const { label, tooltip = true, side, variant = 'quiet', size, className, ...rest } = props;
  const button = (
    <Button
      data-slot="icon-button"
      aria-label={label}
      variant={variant}
      size={size}
      className={cn(square[size ?? 'md'], 'px-0', className)}
      {...rest}
      // Set even when undefined: otherwise the tooltip would add its id, and the name would be read twice.
      aria-describedby={rest['aria-describedby']}
    />
  );
  if (!tooltip) return button;
  return (
    <Tooltip content={label} side={side}>
      {button}
    </Tooltip>
  );
}
