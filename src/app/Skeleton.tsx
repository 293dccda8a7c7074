/** Number of rows of a list's first page. */
const lines = 10

const Bar = ({ width }: { width: string }) => <span className={`bar skeleton-${width}`} />

/**
 * The skeleton of the layout and a page. Part of the served HTML, so it is painted before any script runs; the
 * application shows the same until its layout is loaded. Hidden from assistive technology and the keyboard.
 */
export const Skeleton = () => (
  <div className="skeleton" aria-hidden inert>
    <div className="frame">
      <div className="frame-side">
        <div className="frame-brand line">
          <img src="/icon.svg" alt="" width="24" height="24" fetchPriority="low" />
          <span className="skeleton-name">Citygate</span>
        </div>
        <div className="skeleton-menu stack">
          {Array.from({ length: 9 }, (_, index) => (
            <Bar key={index} width={index % 3 === 1 ? 'short' : 'middle'} />
          ))}
        </div>
      </div>
      <div className="frame-main">
        <div className="top-bar line">
          <Bar width="short" />
        </div>
        <div className="frame-content">
          <div className="skeleton-head">
            <Bar width="short" />
          </div>
          <div className="skeleton-tools">
            <Bar width="middle" />
          </div>
          <div className="panel">
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
