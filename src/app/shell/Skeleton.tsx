/** As many lines as a list shows at first. */
const lines = 10

const Bar = ({ width }: { width: string }) => <span className={`bar skeleton-${width}`} />

/**
 * The frame and the places of what a page will show. It stands in the page that the server sends, and so is painted
 * before any program is there; the application shows the same until its own frame has come. Nothing of it can be read out
 * or reached.
 */
export const Skeleton = () => (
  <div className="skeleton" aria-hidden inert>
    <div className="frame">
      <div className="frame-side">
        <div className="frame-brand">
          <img src="/icon.svg" alt="" width="24" height="24" fetchPriority="low" />
          <span className="skeleton-name">Citygate</span>
        </div>
        <div className="skeleton-menu">
          {Array.from({ length: 9 }, (_, index) => (
            <Bar key={index} width={index % 3 === 1 ? 'short' : 'middle'} />
          ))}
        </div>
      </div>
      <div className="frame-main">
        <div className="top-bar">
          <Bar width="short" />
        </div>
        <div className="frame-content">
          <div className="skeleton-head">
            <Bar width="short" />
          </div>
          <div className="skeleton-tools">
            <Bar width="middle" />
          </div>
          <div className="skeleton-rows">
            <div className="skeleton-row skeleton-row-head" />
            {Array.from({ length: lines }, (_, index) => (
              <div key={index} className="skeleton-row">
                <Bar width="long" />
                <Bar width="long" />
                <Bar width="long" />
                <Bar width="long" />
              </div>
            ))}
          </div>
        </div>
      </div>
    </div>
  </div>
)
