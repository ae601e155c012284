import { html, page } from '../page.ts';
import type { Person } from './people.ts';

function personRow(person: Person) {
  return html`<li><button class="row" name="sub" value="${person.sub}">
<strong>${person.name}</strong> <span class="soft">${person.email}</span>${
    person.email_verified ? null : html` <span class="warn">E-mail not verified</span>`
  }</button></li>`;
}

export type TypedPerson = { name: string; email: string };

/** The chooser: pick a known person, type another, or cancel. */
export function interactionPage(
  people: Person[],
  { typed, problem }: { typed: TypedPerson; problem?: string },
): string {
  const body = html`<header><h1>Choose an account</h1><p>to continue to Trailmark. The sandbox stands in for Google here.</p></header>
<form method="post"><ul class="list">${people.map(personRow)}</ul></form>
<form method="post"><section>
<h2>Someone else</h2>
${problem ? html`<p class="warn" role="alert">${problem}</p>` : null}
<label>Name <input name="name" autocomplete="off" required value="${typed.name}"></label>
<label>E-mail <input name="email" type="email" autocomplete="off" required value="${typed.email}"></label>
<label class="check"><input name="unverified" type="checkbox" value="yes"> Address is not verified</label>
<button class="button primary">Continue</button>
</section></form>
<form method="post"><button class="button" name="cancel" value="yes">Cancel</button></form>`;
  return page({ title: 'Choose an account', body, narrow: true });
}

export function expiredPage(): string {
  const body = html`<h1>This sign-in has ended</h1><p>Go back to the product and start again.</p>`;
  return page({ title: 'Sign-in ended', body, narrow: true });
}
