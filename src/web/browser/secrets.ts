/** Takes secrets off the page after the seconds that they name, and as soon as the page is left. */
export function hideSecrets() {
  for (const shown of document.querySelectorAll<HTMLElement>('[data-hide-after]')) {
    const hide = () => {
      for (const text of shown.querySelectorAll('pre')) text.textContent = ''
      shown.replaceChildren(shown.dataset.hidden ?? '')
    }
    setTimeout(hide, Number(shown.dataset.hideAfter) * 1000)
    addEventListener('pagehide', hide)
  }
}
