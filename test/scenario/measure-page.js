// Runs in a browser, on a page that shows the page of a run in frames: writes down how each is laid out.

function measured(frame) {
  const page = frame.contentDocument
  for (const each of page.querySelectorAll('details')) each.open = true
  const width = page.documentElement.clientWidth
  const all = (selector) => [...page.querySelectorAll(selector)]
  const box = (element) => element.getBoundingClientRect()
  const style = (element, part) => frame.contentWindow.getComputedStyle(element, part)
  const isRed = (element) => {
    const [red, green, blue] = style(element).color.match(/\d+/g).map(Number)
    return red > green + blue
  }
  return {
    width,
    scrollWidth: page.documentElement.scrollWidth,
    /** What stands out over the edge of the page. */
    outside: all('body *')
      .filter((each) => box(each).right > width || box(each).left < 0)
      .map((each) => `${each.tagName} ${each.className}`),
    isCallsBeside: box(all('.calls')[0]).left >= box(all('.conversation')[0]).right,
    bubbles: all('.bubble').filter((each) => box(each).height > 20).length,
    /** The natural width of each picture, 0 where it could not be shown. */
    pictures: all('img').map((each) => each.naturalWidth),
    buttons: all('.button').map((each) => each.textContent),
    marked: all('.step.failed').map((each) => ({
      text: each.textContent,
      mark: style(each, '::before').content,
      isRed: isRed(each),
    })),
  }
}

addEventListener('load', () => {
  const layouts = [...document.querySelectorAll('iframe')].map(measured)
  document.body.replaceChildren(encodeURIComponent(JSON.stringify(layouts)))
})
