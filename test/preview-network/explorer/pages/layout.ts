import { html } from 'hono/html'
import type { Html } from './parts.ts'

export interface Page {
  title: string
  content: Html
  /** Where the sections of the page that change come from; absent on a page that stays as it is. */
  live?: string
  query?: string
}

export function layout({ title, content, live, query = '' }: Page): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Preview explorer</title>
<link rel="icon" href="/explorer/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/explorer/style.css">
${live === undefined ? '' : html`<script src="/explorer/live.js" data-source="${live}" defer></script>`}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="/explorer"><svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><circle class="ring" cx="10" cy="10" r="7.5"/><path class="fill" d="M10 2.5a7.5 7.5 0 0 0 0 15z"/></svg>Preview explorer</a>
<span class="note">Test money, may be reset</span>
<form class="search" action="/explorer/search" role="search">
<input type="search" name="q" value="${query}" aria-label="Search" placeholder="Transaction, block, address or contract" autocomplete="off" spellcheck="false" required>
<button>Search</button>
</form>
</header>
<main id="content">${content}</main>
</body>
</html>`
}
