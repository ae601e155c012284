import { useUser } from '../api/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { personName } from '../words/person-name.ts';
import { useOnDemand } from './on-demand.ts';

const loadMenu = () => import('./account-menu.tsx').then((file) => file.AccountMenu);

const buttonStyle =
  'flex min-h-9 w-full items-center gap-[9px] rounded-sm px-2 py-1 text-left text-text-2 transition-colors hover:bg-hover hover:text-text data-[state=open]:bg-hover pointer-coarse:min-h-10';

export function AccountButton() {
  const name = personName(useUser());
  const [Menu, fetchMenu] = useOnDemand(loadMenu);
  const face = (
    <>
      <Avatar name={name} />
      <span aria-hidden className="truncate">
        {name}
      </span>
      <span className="sr-only">{name}, account menu</span>
    </>
  );
  if (Menu) return <Menu className={buttonStyle} face={face} />;
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded="false"
      className={buttonStyle}
      onClick={fetchMenu}
    >
      {face}
    </button>
  );
}
